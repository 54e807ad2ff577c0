import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchQuery } from '../../../base/text/searchQuery.ts';
import { t } from '../../../base/l10n.ts';
import { IconButton } from '../controls/button.tsx';
import { Text } from '../controls/text.tsx';

/** Debounce delay in milliseconds. */
const pause = 150;

interface SearchFieldProps {
  readonly label: string;
  readonly initial: SearchQuery | null;
  readonly error: string | null;
  readonly onQuery: (query: SearchQuery | null) => void;
}

/** A field for a search text or regular expression, debounced. */
export function SearchField({ label, initial, error, onQuery }: SearchFieldProps) {
  const [query, setQuery] = useState<SearchQuery>(initial ?? { text: '', regex: false, matchCase: false });
  const sentKey = useRef(JSON.stringify(initial));
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const wanted = query.text === '' ? null : query;
    const key = JSON.stringify(wanted);
    if (key === sentKey.current) return;
    const timer = setTimeout(() => {
      sentKey.current = key;
      onQuery(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [query]);

  function clear(): void {
    setQuery({ ...query, text: '' });
    input.current?.focus();
  }

  return (
    <div class={error === null ? 'search' : 'search search-wrong'}>
      <input
        ref={input}
        type="text"
        class="search-input"
        aria-label={label}
        placeholder={label}
        spellcheck={false}
        aria-invalid={error !== null}
        value={query.text}
        onInput={(event) => setQuery({ ...query, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query.text === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {query.text !== '' && <IconButton icon="cross" label={t('Clear')} onClick={clear} />}
      <button
        type="button"
        class="icon-button"
        aria-pressed={query.matchCase}
        aria-label={t('Match case')}
        title={t('Match case')}
        onClick={() => setQuery({ ...query, matchCase: !query.matchCase })}
      >
        Aa
      </button>
      <button
        type="button"
        class="icon-button"
        aria-pressed={query.regex}
        aria-label={t('Regular expression')}
        title={t('Regular expression')}
        onClick={() => setQuery({ ...query, regex: !query.regex })}
      >
        .*
      </button>
      {error !== null && (
        <p class="search-error" role="alert">
          <Text text={error} />
        </p>
      )}
    </div>
  );
}
