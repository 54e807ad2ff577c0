import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, t } from '../../../base/l10n.ts';

import type { BodyText } from '../../model/bodyView.ts';
import type { OpenedTool } from '../../panel.ts';
import { useAskedFocus } from '../controls/askedFocus.ts';
import { IconButton } from '../controls/button.tsx';
import { closeOnEscape } from '../controls/closeOnEscape.ts';
import { Text } from '../controls/text.tsx';

/** Milliseconds after which a running query shows its progress. */
const patience = 400;

interface FilterBarProps {
  readonly text: BodyText;
  /** A new object focuses the field again. */
  readonly asked: OpenedTool;
  readonly onClose: () => void;
}

/** Filters a JSON body by JSONPath (RFC 9535), debounced. */
export function FilterBar({ text, asked, onClose }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const { path, result, isAwaited } = text.filter.value;
  const [isSlow, setSlow] = useState(false);
  const problem = result?.problem ?? null;
  useAskedFocus(asked, input);
  useEffect(() => {
    setSlow(false);
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, [isAwaited, path]);
  const count = result?.count ?? null;

  return (
    <div class="bar find-bar" role="group" aria-label={t('Filter')} onKeyDown={closeOnEscape(onClose)}>
      <span class={`find-field ${problem === null ? '' : 'is-wrong'}`}>
        <input
          ref={input}
          type="text"
          class="find-input mono"
          aria-label={t('Filter by JSONPath')}
          placeholder="JSONPath: $.items[?@.price < 10].name"
          spellcheck={false}
          value={path}
          aria-invalid={problem !== null}
          aria-describedby="filter-state"
          onInput={(event) => text.choose(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || problem === null) return;
            event.currentTarget.setSelectionRange(problem.offset, problem.offset + 1);
            event.preventDefault();
          }}
        />
      </span>
      <span class={`find-state ${problem === null ? '' : 'is-wrong'}`} id="filter-state" role="status">
        {isSlow ? (
          t('Searching…')
        ) : problem !== null ? (
          <Text text={problem.offset > 0 ? t('Column {0}: {1}', problem.offset + 1, problem.message) : problem.message} />
        ) : (
          path !== '' &&
          count !== null &&
          (result?.isCut === true ? counted(count, '{0} value and more', '{0} values and more') : counted(count, '{0} value', '{0} values'))
        )}
      </span>
      <IconButton icon="cross" label={t('Close the filter (Escape)')} onClick={onClose} />
    </div>
  );
}
