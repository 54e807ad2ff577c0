import { useRef } from 'preact/hooks';
import { showCount, t } from '../../../base/l10n.ts';
import type { BodyText, SearchState } from '../../model/bodyView.ts';
import type { OpenedTool } from '../../panel.ts';
import { useAskedFocus } from '../controls/askedFocus.ts';
import { IconButton } from '../controls/button.tsx';
import { closeOnEscape } from '../controls/closeOnEscape.ts';
import { Text } from '../controls/text.tsx';

interface SearchBarProps {
  readonly text: BodyText;
  /** A new object focuses the field again. */
  readonly asked: OpenedTool;
  readonly onClose: () => void;
}

/** Searches the whole body, not only the rendered rows. */
export function SearchBar({ text, asked, onClose }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const state = text.search.value;
  const { query } = state;
  const problem = state.found?.problem ?? null;
  useAskedFocus(asked, input);
  const change = (part: Partial<typeof query>): void => text.find({ ...query, ...part });

  return (
    <search class="bar find-bar" onKeyDown={closeOnEscape(onClose)}>
      <span class={`find-field ${problem === null ? '' : 'is-wrong'}`}>
        <input
          ref={input}
          type="text"
          class="find-input"
          aria-label={t('Search the body')}
          placeholder={t('Search')}
          spellcheck={false}
          value={query.text}
          aria-invalid={problem !== null}
          aria-describedby="find-state"
          onInput={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            text.step(event.shiftKey ? -1 : 1);
            event.preventDefault();
          }}
        />
        <Toggle label={t('Match case')} sign="Aa" pressed={query.matchCase} onClick={() => change({ matchCase: !query.matchCase })} />
        <Toggle label={t('Regular expression')} sign=".*" pressed={query.regex} onClick={() => change({ regex: !query.regex })} />
      </span>
      <span class={`find-state ${problem === null ? '' : 'is-wrong'}`} id="find-state" role="status">
        <Text text={stateOf(state)} />
      </span>
      <IconButton icon="up" label={t('Previous match (Shift+Enter)')} disabled={noMatch(state)} onClick={() => text.step(-1)} />
      <IconButton icon="down" label={t('Next match (Enter)')} disabled={noMatch(state)} onClick={() => text.step(1)} />
      <IconButton icon="cross" label={t('Close the search (Escape)')} onClick={onClose} />
    </search>
  );
}

function Toggle({
  label,
  sign,
  pressed,
  onClick,
}: {
  readonly label: string;
  readonly sign: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="find-toggle" title={label} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      {sign}
    </button>
  );
}

const noMatch = (state: SearchState): boolean => (state.found?.count ?? 0) === 0;

function stateOf({ query, found, nth }: SearchState): string {
  if (query.text === '') return '';
  if (found === null) return t('Searching…');
  if (found.problem !== null) return found.problem;
  const all = `${showCount(found.count)}${found.isCut ? '+' : ''}`;
  const progress = found.isDone ? '' : ` · ${Math.floor(found.progress * 100)} %`;
  if (found.count === 0) return found.isDone ? t('No results') : `${t('Searching…')}${progress}`;
  return `${nth === null ? all : t('{0} of {1}', showCount(nth + 1), all)}${progress}`;
}
