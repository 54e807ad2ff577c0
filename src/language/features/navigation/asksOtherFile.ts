import type { Placeholder } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** Whether a placeholder reads the exchange of a request that another file of the collection defines. */
export function asksOtherFile(view: FileView, { expression }: Placeholder): boolean {
  if (expression.kind !== 'path') return false;
  const [root, side] = expression.segments;
  if (side?.key !== 'response' && side?.key !== 'request') return false;
  return view.index.find(String(root?.key)).some(({ file }) => file !== view.file);
}
