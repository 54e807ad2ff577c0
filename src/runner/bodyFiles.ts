import { decodeUtf8 } from '../base/utf8.ts';
import { ReqError, type Place } from '../base/reqError.ts';
import {
  Filler,
  folderOf,
  resolvePath,
  templateOfText,
  type BodyPart,
  type DocumentTree,
  type Evaluation,
  type FilledBody,
} from '../language/index.ts';
import type { Host } from './host.ts';
import { orCancelled } from './orCancelled.ts';

/** Where a body stands. */
export interface BodyPlace {
  readonly tree: DocumentTree;
  readonly file: string;
  /** The collection's. */
  readonly root: string;
  /** The request's own place. */
  readonly own: Place;
}

/** Turns the paths of a body into files to stream, and files with placeholders into text. */
export async function openBody(
  body: FilledBody,
  { tree, file, root, own }: BodyPlace,
  evaluation: Evaluation,
  host: Host,
  signal: AbortSignal,
): Promise<readonly BodyPart[]> {
  const parts: BodyPart[] = [];
  for (const part of body) {
    if (part.kind === 'text') {
      parts.push(part);
      continue;
    }
    const path = resolvePath(folderOf(file), part.path);
    const { line, column } = tree.lines.positionAt(part.start ?? 0);
    const at = part.start === undefined ? own : { file, line: line + 1, column: column + 1 };
    if (!(await orCancelled(host.mayRead(path, root), signal))) {
      throw new ReqError('body', `The body's file ${path} lies outside ${root}, and reading it was not allowed.`, {
        at,
        hint: 'Allow it when asked, or give the command --allow-read DIR.',
      });
    }
    parts.push(part.fill ? { kind: 'text', text: await filledText(path, at, evaluation, host) } : { kind: 'file', path, at });
  }
  return parts;
}

async function filledText(path: string, at: Place, evaluation: Evaluation, host: Host): Promise<string> {
  const bytes = await host.readFile(path);
  if (bytes === undefined)
    throw new ReqError('body', `The body's file ${path} does not exist.`, { at, hint: 'Paths are relative to the .req file.' });
  const text = decodeUtf8(bytes);
  if (!text.ok)
    throw new ReqError('body', `${path} is not UTF-8 (at byte ${text.offset}), so its placeholders cannot be resolved.`, {
      at,
      hint: 'Send it as it is with `< path`.',
    });
  const filler = new Filler(evaluation, false);
  const filled = filler.text(templateOfText(text.text));
  const problem = filler.problems[0];
  if (problem !== undefined)
    throw new ReqError('undefined-variable', `${path}: ${problem.placeholder.text}: ${problem.problem.message}`, { at });
  return filled;
}
