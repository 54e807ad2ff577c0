import { parseTemplate } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt, placeholderAt, type FoundPlaceholder } from './placeholders.ts';

/** What may hide a value at an offset: the placeholder there, or what a definition or `# @secret NAME` in this line names. */
export function hiddenAt({ tree }: FileView, offset: number): FoundPlaceholder | undefined {
  const found = placeholderAt(tree, offset);
  if (found !== undefined) return found;
  const block = blockAt(tree, offset);
  const within = ({ range }: { readonly range: { readonly start: number; readonly end: number } }): boolean =>
    range.start <= offset && offset <= range.end;
  const definition = block.definitions.find(within);
  const directive = block.directives.find((d) => d.name.text === 'secret' && within(d));
  const name = definition?.name.text ?? directive?.argument?.text;
  if (name === undefined) return undefined;
  // A name may hold what a path may not.
  const [placeholder] = parseTemplate(`{{${name}}}`).parts;
  if (placeholder?.kind !== 'placeholder') return undefined;
  return { placeholder, place: { kind: 'target' }, block, before: definition?.range.end, inString: false };
}
