import type { ComponentChild, ComponentChildren, HTMLAttributes } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { BodyMode, BodyView } from '../../../protocol/messages.ts';
import type { TextLanguage } from '../../../protocol/preview.ts';
import { codeTokens } from '../../model/tokens/codeTokens.ts';
import { jsonTokens } from '../../model/tokens/jsonTokens.ts';
import { stretchesOf, type Place } from '../../model/tokens/markedTokens.ts';
import { markupTokens } from '../../model/tokens/markupTokens.ts';
import { isUrlToken } from '../../model/tokens/urlsIn.ts';
import { urlTokens } from '../../model/tokens/urlTokens.ts';
import type { Token } from '../../model/tokens/textTokens.ts';
import type { Panel } from '../../panel.ts';
import { shownText } from '../controls/text.tsx';
import { VirtualRows } from '../controls/virtualRows.tsx';

/** Lines requested beyond the visible ones. */
const ahead = 60;
const noMarks: readonly Place[] = [];
/** Scripts beyond Latin, Greek and Cyrillic, which may run right to left. Isolating every text would double the layout time. */
const foreign = /[^\u0000-\u058f]/;

interface LineRowsProps {
  readonly panel: Panel;
  readonly view: BodyView | TextLanguage;
  readonly mode: BodyMode;
  readonly wrap: boolean;
}

/** The lines of a body with numbers and syntax colors, for bodies without rows. */
export function LineRows({ panel, view, mode, wrap }: LineRowsProps) {
  void panel.frame.value;
  const total = panel.stores.lines.total(mode);
  const list = panel.bodyList(mode, wrap);
  // The first page has the total; nothing is rendered before.
  useEffect(() => panel.stores.wantLines(mode, 0, 0), [panel, mode, total]);
  const digits = String(total ?? 0).length;
  return (
    <VirtualRows
      list={list}
      count={total ?? 0}
      uneven={wrap}
      class={`lines lines-${view} digits-${Math.max(3, Math.min(digits, 10))} ${wrap ? 'wrapped' : ''}`}
      box={{ role: 'region', 'aria-label': t('Body'), tabIndex: 0, ...urlHandlers(panel) }}
      onRange={(first, last) => panel.stores.wantLines(mode, Math.max(0, first - ahead), last + ahead)}
      row={(index) => <Line key={index} number={index + 1} text={panel.stores.lines.get(mode, index)} view={view} />}
    />
  );
}

interface LineProps {
  readonly number: number;
  /** Undefined until it arrives. */
  readonly text: string | undefined;
  readonly view: BodyView | TextLanguage;
}

function Line({ number, text, view }: LineProps) {
  return (
    <div class="row line">
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <span class="line-text">{text === undefined ? '' : <Coloured text={text} view={view} links />}</span>
    </div>
  );
}

interface ColouredProps {
  readonly text: string;
  readonly view: BodyView | TextLanguage;
  readonly marks?: readonly Place[];
  readonly shown?: Place | null;
  /** URLs are links, for a box with `urlHandlers`. */
  readonly links?: boolean;
}

export function Coloured({ text, view, marks = noMarks, shown = null, links = false }: ColouredProps) {
  return <>{colouredText(text, view, marks, shown, links)}</>;
}

/** `Coloured` without a component, for many lines. */
export function colouredText(
  text: string,
  view: ColouredProps['view'],
  marks: readonly Place[],
  shown: Place | null,
  links = false,
): ComponentChildren {
  const coloured = tokensOf(text, view);
  const hasLinks = links && text.includes('://');
  const tokens = hasLinks ? urlTokens(coloured ?? [{ kind: 'plain', text }], view === 'xml' || view === 'html') : coloured;
  if (marks.length === 0) return tokens === null ? shownText(text) : tokens.map(shownToken);
  return stretchesOf(tokens ?? [{ kind: 'plain', text }], marks, shown).map(({ marking, tokens: within }) =>
    marking === 'none' ? within.map(shownToken) : <span class={`match match-${marking}`}>{within.map(shownToken)}</span>,
  );
}

/** Uncolored text needs no element, except in scripts that may run right to left, which are isolated. */
export function shownToken({ kind, text, url }: Token): ComponentChild {
  if (url !== undefined)
    return (
      <span class={`token-${kind} url-link`} role="link" tabIndex={0} title={t('Create a request of this URL')} data-url={url}>
        {shownText(text)}
      </span>
    );
  const isForeign = foreign.test(text);
  if (!isForeign && (kind === 'plain' || kind === 'punctuation')) return shownText(text);
  const isUrl = kind === 'string' && isUrlToken(text);
  return <span class={`token-${kind}${isForeign ? ' foreign' : ''}${isUrl ? ' token-url' : ''}`}>{shownText(text)}</span>;
}

/** Attributes of a box whose links write a request for their URL: on Enter, and on a click that does not end a selection. */
export function urlHandlers(panel: Panel): Pick<HTMLAttributes<HTMLDivElement>, 'onClick' | 'onKeyDown'> {
  const follow = (event: Event): boolean => {
    const url = event.target instanceof Element ? event.target.closest('[data-url]')?.getAttribute('data-url') : null;
    const runId = panel.run.value?.started.runId;
    if (url === null || url === undefined || runId === undefined) return false;
    panel.send({ type: 'makeRequest', runId, url });
    return true;
  };
  return {
    onClick: (event) => {
      if (document.getSelection()?.isCollapsed ?? true) follow(event);
    },
    onKeyDown: (event) => {
      if (event.key === 'Enter' && follow(event)) event.preventDefault();
    },
  };
}

function tokensOf(text: string, view: BodyView | TextLanguage): readonly Token[] | null {
  if (view === 'json') return jsonTokens(text);
  if (view === 'css' || view === 'javascript') return codeTokens(text, view);
  return view === 'xml' || view === 'html' ? markupTokens(text) : null;
}
