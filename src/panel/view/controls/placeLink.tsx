import { visibleText } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import type { Panel } from '../../panel.ts';

interface PlaceLinkProps {
  readonly panel: Panel;
  readonly file: string;
  /** From 1, like `column`, when the run started. */
  readonly line: number;
  readonly column: number;
}

/** A link to a place in a file: `users.req:12`. */
export function PlaceLink({ panel, file, line, column }: PlaceLinkProps) {
  const name = visibleText(file.split(/[/\\]/).at(-1) ?? file);
  const now = panel.lineNow(file, line);
  return (
    <button
      type="button"
      class="link place"
      // One label, because the text is in two elements.
      aria-label={`${name}:${now}`}
      title={t('Go to {0}', `${visibleText(file)}:${now}`)}
      onClick={() => panel.send({ type: 'goTo', file, line, column })}
    >
      <bdi>{name}</bdi>:{now}
    </button>
  );
}
