import type { Range } from '../../../base/text.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { scriptAt } from './scriptAt.ts';
import { apiInterface, memberOf, scriptGlobals, typeOfChain } from './scriptMembers.ts';
import { chainBefore, nameBefore, nameEnd, placeIn } from './scriptText.ts';

/** The hover on a name of the API inside a script, without TypeScript, as Markdown; undefined elsewhere. */
export function scriptHover(view: FileView, offset: number): { readonly range: Range; readonly markdown: string } | undefined {
  const found = scriptAt(view.tree, offset);
  if (found === undefined) return undefined;
  const { source, phase } = found.script;
  const { text } = source;
  const at = offset - source.start;
  const end = nameEnd(text, at);
  const { name, start } = nameBefore(text, end);
  if (name === '' || placeIn(text, at).kind !== 'code') return undefined;
  const range = { start: source.start + start, end: source.start + end };
  const chain = chainBefore(text, start);
  if (chain === undefined) {
    const type = scriptGlobals(phase).get(name);
    return type === undefined ? undefined : { range, markdown: shown(`${name}: ${type}`, apiInterface(type)?.doc ?? '') };
  }
  const member = memberOf(typeOfChain(chain, phase), name);
  return member === undefined ? undefined : { range, markdown: shown(member.signature, member.doc) };
}

const shown = (signature: string, doc: string): string => `\`\`\`ts\n${signature}\n\`\`\`\n\n${doc.replace(/^@deprecated /, '')}`;
