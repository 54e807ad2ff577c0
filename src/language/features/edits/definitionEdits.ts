import { lineBreakOf } from '../../../base/text/text.ts';
import type { FileEdits, TextEdit } from '../../edit.ts';
import { isRequest, type DocumentTree } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { join } from '../../workspace/workspacePaths.ts';
import { newMember } from './environmentEdits.ts';

/** The edit that inserts a line, such as `@name = value`, after the definitions at the top of a file. */
export function definitionAtTop({ text, blocks }: DocumentTree, line: string): TextEdit {
  const eol = lineBreakOf(text);
  const first = blocks[0];
  const last = first?.definitions.at(-1);
  if (last !== undefined) {
    const ended = /[\r\n]$/.test(text.slice(last.range.start, last.range.end));
    return insertion(last.range.end, ended ? line + eol : eol + line);
  }
  const start = first?.range.start ?? 0;
  const own = first === undefined || first.separator !== undefined || isRequest(first) || first.headers.length > 0;
  return insertion(start, line + eol + (own && text.length > start ? eol : ''));
}

const insertion = (offset: number, newText: string): TextEdit => ({ range: { start: offset, end: offset }, newText });

/** The edits that insert a line into `collection.req`, which is created if missing. */
export function inCollectionFile({ collection }: FileView, line: string): FileEdits {
  const shared = collection.shared.find((s) => s.kind === 'collection');
  return shared === undefined
    ? { file: join(collection.root, 'collection.req'), create: true, edits: [insertion(0, `${line}\n`)] }
    : { file: shared.file, edits: [definitionAtTop(shared.tree, line)] };
}

/**
 * The edit that adds a member to the selected environment, in the nearest file that defines it, preferably not a private one.
 * Undefined if no environment is selected or no file defines it.
 * @param json the member's value
 */
export function inEnvironment({ collection, environment }: FileView, name: string, json: string): FileEdits | undefined {
  if (environment === undefined) return undefined;
  const files = collection.environmentFiles.filter((f) => f.environments.has(environment));
  const file = files.find((f) => !f.private) ?? files[0];
  const member = file?.root?.members.findLast((m) => m.key === environment && m.value.kind === 'object');
  if (file === undefined || member === undefined || member.value.kind !== 'object') return undefined;
  return { file: file.file, edits: [newMember(file.text, member.value, name, json)] };
}
