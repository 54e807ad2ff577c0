import { parseTemplate } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt, placeholderAt, type FoundPlaceholder } from './placeholders.ts';

/** The placeholder at an offset, or one for the variable of a definition or `# @secret NAME` there, whose value may be masked. */
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
  // A variable name may contain characters that a path may not.
  const [placeholder] = parseTemplate(`{{${name}}}`).parts;
  if (placeholder?.kind !== 'placeholder') return undefined;
  return { placeholder, place: { kind: 'target' }, block, before: definition?.range.end, inString: false };
}
