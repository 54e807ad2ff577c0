import { createHash } from 'node:crypto';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import { ReqError, type Place } from '../../../base/reqError.ts';
import {
  folderOf,
  resolvePath,
  templateOfText,
  type BodyPart,
  type DocumentTree,
  type Evaluation,
  type FilledBody,
} from '../../../language/index.ts';
import { Filler } from '../../../language/sending.ts';
import { versionOfRegular } from '../../../files/read.ts';
import type { Substitutions } from '../../../language/sending.ts';
import type { Destination, Host } from '../../ports/host.ts';
import { permittedVersion, readPermitted } from '../permissions/permittedFile.ts';

export interface BodyPlace {
  readonly tree: DocumentTree;
  readonly file: string;
  readonly root: string;
  /** Place of the request line. */
  readonly own: Place;
  readonly to: () => Destination;
  /** Called for each file that is sent. */
  readonly sends?: (path: string, version: string) => void;
  readonly substitutions?: Substitutions;
}

const theFile = "The body's file";

type FilePart = FilledBody[number] & { readonly kind: 'file' };

/**
 * Resolves the files of a body: plain files are streamed later, files with placeholders become text.
 * @param reads called with the text of each file that has placeholders
 * @throws {ReqError} if a file may not be read, does not exist, changes meanwhile, or has an undefined variable
 */
export async function openBody(
  body: FilledBody,
  place: BodyPlace,
  evaluation: Evaluation,
  host: Host,
  signal: AbortSignal,
  reads: (text: string) => void,
): Promise<readonly BodyPart[]> {
  const parts: BodyPart[] = [];
  for (const part of body) {
    if (part.kind === 'text') parts.push(part);
    else if (part.fill) {
      const file = await bodyText(part, place, host, signal);
      reads(file.text);
      parts.push({ kind: 'text', text: filled(file, evaluation, place.substitutions) });
    } else {
      const file = await placeOf(part, place, host, signal);
      place.sends?.(file.path, file.version);
      parts.push({ kind: 'file', ...file });
    }
  }
  return parts;
}

/** Path of a body's file, the version that may be read, and the place of its reference in the `.req` file. */
async function placeOf(
  part: FilePart,
  { tree, file, root, own, to }: BodyPlace,
  host: Host,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly at: Place; readonly version: string }> {
  const path = resolvePath(folderOf(file), part.path);
  const { line, column } = tree.lines.positionAt(part.start ?? 0);
  const at = part.start === undefined ? own : { file, line: line + 1, column: column + 1 };
  const destination = to();
  const version = await permittedVersion({ path, root, to: destination, what: theFile, kind: 'body', at }, host, signal);
  if (version !== undefined) return { path, at, version };
  throw new ReqError('trust', `The body's file ${path} is outside ${root}, and sending it to ${destination.shown} was not allowed.`, {
    at,
    hint: 'Allow it when asked, or run the command with --allow-read DIR.',
  });
}

interface BodyText {
  readonly path: string;
  readonly at: Place;
  readonly text: string;
}

/**
 * Reads a body's file that may contain placeholders.
 * @throws {ReqError} if it may not be read, does not exist or is not UTF-8
 */
export async function bodyText(part: FilePart, place: BodyPlace, host: Host, signal: AbortSignal): Promise<BodyText> {
  const { path, at, version } = await placeOf(part, place, host, signal);
  const bytes = await readPermitted({ path, what: theFile, kind: 'body', at }, version, host);
  if (bytes === undefined)
    throw new ReqError('body', `The body's file ${path} does not exist.`, { at, hint: 'Paths are relative to the .req file.' });
  const text = decodeUtf8(bytes);
  if (!text.ok)
    throw new ReqError('body', `${path} is not UTF-8 (at byte ${text.offset}), so its placeholders cannot be resolved.`, {
      at,
      hint: 'Send it as it is with `< path`.',
    });
  place.sends?.(path, contentVersion(bytes));
  return { path, at, text: text.text };
}

const contentVersion = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files of a body in the form of `OutgoingMessage.files`. Checks no permissions. */
export async function bodyVersions(body: FilledBody, file: string, host: Pick<Host, 'readFile'>): Promise<readonly string[]> {
  const found = new SentFiles();
  for (const part of body) {
    if (part.kind === 'text') continue;
    const path = resolvePath(folderOf(file), part.path);
    found.add(path, part.fill ? contentVersion((await host.readFile(path)) ?? new Uint8Array()) : await versionOfRegular(path));
  }
  return found.versions();
}

/** Files of a run's body, each with the version opened last. */
export class SentFiles {
  readonly #versions = new Map<string, string>();

  readonly add = (path: string, version: string): void => void this.#versions.set(path, version);

  paths(): Iterable<string> {
    return this.#versions.keys();
  }

  /** In the form of `OutgoingMessage.files`. */
  versions(): readonly string[] {
    return Array.from(this.#versions, (file) => JSON.stringify(file));
  }
}

function filled({ path, at, text }: BodyText, evaluation: Evaluation, substitutions?: Substitutions): string {
  const filler = new Filler(evaluation, false, undefined, substitutions);
  const result = filler.text(templateOfText(text));
  const problem = filler.problems[0];
  if (problem !== undefined)
    throw new ReqError('undefined-variable', `${path}: ${problem.placeholder.text}: ${problem.problem.message}`, { at });
  return result;
}
