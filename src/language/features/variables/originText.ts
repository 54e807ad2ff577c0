import { visibleText } from '../../../base/text/visible.ts';
import type { Origin } from '../../semantics/variables/variables.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** The origin of a variable as one line of plain text: `Log in · api.req:12`. Empty without an origin. */
export function originText(origin: Origin | undefined, view: Pick<FileView, 'display'>): string {
  if (origin === undefined) return '';
  const { layer, file, line, request, byHand, environment, option } = origin;
  const place = file === undefined ? '' : `${view.display(file)}${line === undefined ? '' : `:${line}`}`;
  const who =
    layer === 'prompt'
      ? 'asked when sending'
      : layer === 'option'
        ? (option ?? '--var')
        : layer === 'script'
          ? byHand === true
            ? 'set by hand'
            : (request ?? '')
          : (environment ?? '');
  return [who, place]
    .filter((text) => text !== '')
    .map(visibleText)
    .join(' · ');
}
