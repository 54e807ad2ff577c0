import { Readable } from 'node:stream';
import { ReqError, type Place } from '../../../base/reqError.ts';
import { FileProblem } from '../../../files/problem.ts';
import { sizeOfRegular, streamRegular } from '../../../files/read.ts';
import type { BodyPart } from '../../../language/index.ts';
import { codeOf } from './errorCode.ts';

/** A body that can be sent several times; files are read again each time. */
export interface Body {
  /** Bytes. */
  readonly size: number;
  /** The complete text; undefined for an empty body or one with files. */
  readonly text: string | undefined;
  /** Null for an empty body, a Buffer for text, a stream if there are files or `streamed` is true. */
  open(streamed: boolean): Buffer | Readable | null;
}

/**
 * Measures a body without reading its files.
 * @throws {ReqError} `body` if a file is missing or is not a regular file
 */
export async function measureBody(parts: readonly BodyPart[]): Promise<Body> {
  let size = 0;
  for (const part of parts) size += part.kind === 'text' ? Buffer.byteLength(part.text) : await fileSize(part);
  const onlyText = parts.every((part) => part.kind === 'text');
  const text = onlyText && parts.length > 0 ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') : undefined;
  return {
    size,
    text,
    open(streamed) {
      if (size === 0) return null;
      return streamed || text === undefined ? Readable.from(bytes(parts), { objectMode: false }) : Buffer.from(text);
    },
  };
}

type FilePart = Extract<BodyPart, { readonly kind: 'file' }>;

async function fileSize(part: FilePart): Promise<number> {
  try {
    return await sizeOfRegular(part.path);
  } catch (e) {
    throw unreadable(part, e);
  }
}

async function* bytes(parts: readonly BodyPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.text !== '') yield Buffer.from(part.text);
      continue;
    }
    try {
      yield* streamRegular(part.path, part.version);
    } catch (e) {
      throw unreadable(part, e);
    }
  }
}

const placeOf = ({ at }: FilePart): { readonly at?: Place } => (at === undefined ? {} : { at });

function unreadable(part: FilePart, e: unknown): unknown {
  if (e instanceof FileProblem && e.code === 'changed')
    return new ReqError('body', `The body file ${part.path} was changed or replaced after it was checked, and is not sent.`, {
      ...placeOf(part),
      hint: 'Send the request again.',
      cause: e,
    });
  if (e instanceof FileProblem || (e as NodeJS.ErrnoException).code === 'EISDIR')
    return new ReqError('body', `The body file ${part.path} is not a file.`, { ...placeOf(part), cause: e });
  const code = codeOf(e);
  if (code === undefined) return e;
  const what =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? 'does not exist'
      : code === 'EACCES' || code === 'EPERM'
        ? 'may not be read'
        : `cannot be read (${code})`;
  return new ReqError('body', `The body file ${part.path} ${what}.`, {
    ...placeOf(part),
    ...(code === 'ENOENT' || code === 'ENOTDIR' ? { hint: 'Paths are relative to the .req file.' } : {}),
    cause: e,
  });
}
