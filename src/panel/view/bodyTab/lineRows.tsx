import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { BodyMode, BodyView } from '../../../protocol/messages.ts';
import type { TextLanguage } from '../../../protocol/preview.ts';
import { codeTokens } from '../../model/codeTokens.ts';
import { jsonTokens } from '../../model/jsonTokens.ts';
import { stretchesOf, type Place } from '../../model/markedTokens.ts';
import { markupTokens } from '../../model/markupTokens.ts';
import type { Token } from '../../model/textTokens.ts';
import type { Panel } from '../../panel.ts';
import { shownText } from '../controls/text.tsx';
import { VirtualRows } from '../controls/virtualRows.tsx';

/** Lines asked for beyond those in sight. */
const ahead = 60;
const noMarks: readonly Place[] = [];
/** Beyond Latin, Greek and Cyrillic. To isolate each text of a line takes as long as to lay out the line. */
const foreign = /[^\u0000-\u058f]/;

interface LineRowsProps {
  readonly panel: Panel;
  readonly view: BodyView | TextLanguage;
  readonly mode: BodyMode;
  readonly wrap: boolean;
}

/** The lines of a body, numbered and in colors, as many as there are. */
export function LineRows({ panel, view, mode, wrap }: LineRowsProps) {
  void panel.frame.value;
  const total = panel.stores.lines.total(mode);
  const list = panel.bodyList(mode, wrap);
  // Without a total nothing is drawn and nothing asked for: the first page tells it.
  useEffect(() => panel.stores.wantLines(mode, 0, 0), [panel, mode, total]);
  const digits = String(total ?? 0).length;
  return (
    <VirtualRows
      list={list}
      count={total ?? 0}
      uneven={wrap}
      class={`lines lines-${view} digits-${Math.max(3, Math.min(digits, 10))} ${wrap ? 'wrapped' : ''}`}
      box={{ role: 'region', 'aria-label': t('Body'), tabIndex: 0 }}
      onRange={(first, last) => panel.stores.wantLines(mode, Math.max(0, first - ahead), last + ahead)}
      row={(index) => <Line key={index} number={index + 1} text={panel.stores.lines.get(mode, index)} view={view} />}
    />
  );
}

interface LineProps {
  readonly number: number;
  /** Undefined until it came. */
  readonly text: string | undefined;
  readonly view: BodyView | TextLanguage;
}

function Line({ number, text, view }: LineProps) {
  return (
    <div class="row line">
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <span class="line-text">{text === undefined ? '' : <Coloured text={text} view={view} />}</span>
    </div>
  );
}

interface ColouredProps {
  readonly text: string;
  readonly view: BodyView | TextLanguage;
  /** What was found in it. */
  readonly marks?: readonly Place[];
  /** The match that is shown now. */
  readonly shown?: Place | null;
}

/** A line of text in the colors of its language. */
export function Coloured({ text, view, marks = noMarks, shown = null }: ColouredProps) {
  return <>{colouredText(text, view, marks, shown)}</>;
}

/** What `Colored` draws, without a component: where there are many lines. */
export function colouredText(text: string, view: ColouredProps['view'], marks: readonly Place[], shown: Place | null): ComponentChildren {
  const tokens = tokensOf(text, view);
  if (marks.length === 0) return tokens === null ? shownText(text) : tokens.map(shownToken);
  return stretchesOf(tokens ?? [{ kind: 'plain', text }], marks, shown).map(({ marking, tokens: within }) =>
    marking === 'none' ? within.map(shownToken) : <span class={`match match-${marking}`}>{within.map(shownToken)}</span>,
  );
}

/** What has no color needs no element, but where letters may run from right to left: they stay within theirs. */
function shownToken({ kind, text }: Token): ComponentChild {
  const isForeign = foreign.test(text);
  if (!isForeign && (kind === 'plain' || kind === 'punctuation')) return shownText(text);
  return <span class={isForeign ? `token-${kind} foreign` : `token-${kind}`}>{shownText(text)}</span>;
}

function tokensOf(text: string, view: BodyView | TextLanguage): readonly Token[] | null {
  if (view === 'json') return jsonTokens(text);
  if (view === 'css' || view === 'javascript') return codeTokens(text, view);
  return view === 'xml' || view === 'html' ? markupTokens(text) : null;
}
