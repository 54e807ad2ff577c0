import { readJson, type JsonNode } from '../../../base/json/json.ts';
import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** The edit that appends a member to a JSON object, formatted like the member before it. */
export function newMember(text: string, object: ObjectNode, name: string, value: string): TextEdit {
  const member = `${JSON.stringify(name)}: ${value}`;
  const last = object.members.at(-1);
  if (last === undefined) return { range: object.range, newText: `{ ${member} }` };
  const before = /(?:\r\n|\n|\r)[ \t]*$/.exec(text.slice(Math.max(0, last.keyRange.start - 200), last.keyRange.start))?.[0] ?? ' ';
  const at = last.value.range.end;
  return { range: { start: at, end: at }, newText: `,${before}${member}` };
}

/**
 * The edit that adds an environment to an environment file; an empty text becomes such a file. Undefined if the text is
 * not a JSON object or already has an environment of that name.
 * @param members the environment as JSON
 */
export function newEnvironment(text: string, name: string, members = '{}'): TextEdit | undefined {
  if (text.trim() === '') return { range: { start: 0, end: text.length }, newText: `{\n  ${JSON.stringify(name)}: ${members}\n}\n` };
  const result = readJson(text);
  if (!result.ok || result.node.kind !== 'object' || result.node.members.some((m) => m.key === name)) return undefined;
  const eol = lineBreakOf(text);
  if (result.node.members.length === 0) return { range: result.node.range, newText: `{${eol}  ${JSON.stringify(name)}: ${members}${eol}}` };
  return newMember(text, result.node, name, members);
}
