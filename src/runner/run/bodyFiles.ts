import { decodeUtf8 } from '../../base/utf8.ts';
import { ReqError, type Place } from '../../base/reqError.ts';
import {
  Filler,
  folderOf,
  resolvePath,
  templateOfText,
  type BodyPart,
  type DocumentTree,
  type Evaluation,
  type FilledBody,
} from '../../language/index.ts';
import type { Substitutions } from '../../language/sending.ts';
import type { Destination, Host } from '../ports/host.ts';
import { raceAbort } from '../../base/raceAbort.ts';

/** Where a body stands. */
export interface BodyPlace {
  readonly tree: DocumentTree;
  readonly file: string;
  /** The collection's. */
  readonly root: string;
  /** The request's own place. */
  readonly own: Place;
  /** Where it is sent. */
  readonly to: () => Destination;
  /** Told of each file that is sent. */
  readonly sends?: (path: string) => void;
  /** Takes what placeholders in files became. */
  readonly substitutions?: Substitutions;
}

type FilePart = FilledBody[number] & { readonly kind: 'file' };

/** Turns the paths of a body into files to stream, and files with placeholders into text. */
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
    } else parts.push({ kind: 'file', ...(await placeOf(part, place, host, signal)) });
  }
  return parts;
}

/** The path of a body's file, which may be read, and where it is written. */
async function placeOf(
  part: FilePart,
  { tree, file, root, own, to, sends }: BodyPlace,
  host: Host,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly at: Place }> {
  const path = resolvePath(folderOf(file), part.path);
  const { line, column } = tree.lines.positionAt(part.start ?? 0);
  const at = part.start === undefined ? own : { file, line: line + 1, column: column + 1 };
  const destination = to();
  if (await raceAbort(host.mayRead(path, root, destination), signal)) {
    sends?.(path);
    return { path, at };
  }
  throw new ReqError('body', `The body's file ${path} lies outside ${root}, and sending it to ${destination.shown} was not allowed.`, {
    at,
    hint: 'Allow it when asked, or give the command --allow-read DIR.',
  });
}

/** A file of a body as it is written, before its placeholders are filled. */
interface BodyText {
  readonly path: string;
  readonly at: Place;
  readonly text: string;
}

/** Reads a file of a body that may hold placeholders. Throws ReqError where it may not be read, is not there or is no text. */
export async function bodyText(part: FilePart, place: BodyPlace, host: Host, signal: AbortSignal): Promise<BodyText> {
  const { path, at } = await placeOf(part, place, host, signal);
  const bytes = await host.readFile(path);
  if (bytes === undefined)
    throw new ReqError('body', `The body's file ${path} does not exist.`, { at, hint: 'Paths are relative to the .req file.' });
  const text = decodeUtf8(bytes);
  if (!text.ok)
    throw new ReqError('body', `${path} is not UTF-8 (at byte ${text.offset}), so its placeholders cannot be resolved.`, {
      at,
      hint: 'Send it as it is with `< path`.',
    });
  return { path, at, text: text.text };
}

function filled({ path, at, text }: BodyText, evaluation: Evaluation, substitutions?: Substitutions): string {
  const filler = new Filler(evaluation, false, undefined, substitutions);
  const result = filler.text(templateOfText(text));
  const problem = filler.problems[0];
  if (problem !== undefined)
    throw new ReqError('undefined-variable', `${path}: ${problem.placeholder.text}: ${problem.problem.message}`, { at });
  return result;
}
