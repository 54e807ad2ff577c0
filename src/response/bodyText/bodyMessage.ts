import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { KeptBody } from '../../runner/index.ts';
import type { BodyText } from './responseText.ts';
import { modesOf } from '../preview/bodyModes.ts';
import type { BodyPreview } from '../preview/bodyPreview.ts';

export function bodyMessage(
  runId: string,
  contentType: string,
  body: BodyText,
  { shown, content }: BodyPreview,
  { size, received, failure }: KeptBody,
  mask: (text: string) => string,
  isText: boolean,
): ToPanel {
  const modes = modesOf(body.modes, content.kind);
  const cut =
    size < received ? t('Only the first {0} of {1} bytes are stored: {2}.', size, received, failure ?? t('there are too many')) : null;
  const notes = [cut ?? body.note, content.note].filter((note) => note !== null);
  return {
    type: 'body',
    runId,
    view: body.view,
    modes,
    contentType: mask(contentType),
    lines: isText ? null : body.count(modes[0] ?? 'raw'),
    size: received,
    note: notes.length === 0 ? null : mask(notes.join(' ')),
    preview: shown,
  };
}
