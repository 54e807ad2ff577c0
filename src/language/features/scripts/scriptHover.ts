import type { FileView } from '../../workspace/fileView.ts';
import type { Hover } from '../hover/hoverContext.ts';
import { scriptAt } from './scriptAt.ts';
import { apiInterface, memberOf, scriptGlobals, typeOfChain } from './scriptMembers.ts';
import { placeInScript } from './scriptText.ts';

/** Hover for API names in a script without TypeScript; undefined elsewhere. */
export function scriptHover(view: FileView, offset: number): Hover | undefined {
  const found = scriptAt(view.tree, offset);
  const place = found && placeInScript(view.tree.text, found.script, offset);
  if (found === undefined || place?.kind !== 'name') return undefined;
  const { range, chain } = place;
  const { phase } = found.script;
  const name = view.tree.text.slice(range.start, range.end);
  if (chain === undefined) {
    const type = scriptGlobals(phase).get(name);
    return type === undefined ? undefined : { range, markdown: shown(`${name}: ${type}`, apiInterface(type)?.doc ?? '') };
  }
  const member = memberOf(typeOfChain(chain, phase), name);
  return member === undefined ? undefined : { range, markdown: shown(member.signature, member.doc) };
}

const shown = (signature: string, doc: string): string => `\`\`\`ts\n${signature}\n\`\`\`\n\n${doc.replace(/^@deprecated /, '')}`;
