import { useEffect, useRef } from 'preact/hooks';
import { showCounted } from '../model/measures.ts';
import type { BodyText } from '../model/bodyText.ts';
import { IconButton } from './button.tsx';
import { Text } from './text.tsx';

interface FilterBarProps {
  readonly text: BodyText;
  /** Another object focuses the field again. */
  readonly asked: object;
  readonly onClose: () => void;
}

/** Chooses values of a JSON body by JSONPath (RFC 9535), as one types. */
export function FilterBar({ text, asked, onClose }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const { path, result } = text.filter.value;
  const problem = result?.problem ?? null;
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [asked]);
  const count = result?.count ?? null;

  return (
    <div class="bar find-bar" role="group" aria-label="Filter">
      <span class={`find-field ${problem === null ? '' : 'is-wrong'}`}>
        <input
          ref={input}
          type="text"
          class="find-input mono"
          aria-label="Filter by JSONPath"
          placeholder="JSONPath: $.items[?@.price < 10].name"
          spellcheck={false}
          value={path}
          aria-invalid={problem !== null}
          aria-describedby="filter-state"
          onInput={(event) => text.choose(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && problem !== null) event.currentTarget.setSelectionRange(problem.offset, problem.offset + 1);
            else if (event.key === 'Escape') onClose();
            else return;
            event.preventDefault();
          }}
        />
      </span>
      <span class={`find-state ${problem === null ? '' : 'is-wrong'}`} id="filter-state" role="status">
        {problem !== null ? (
          <Text text={problem.offset > 0 ? `Column ${problem.offset + 1}: ${problem.message}` : problem.message} />
        ) : (
          path !== '' && count !== null && `${showCounted(count, 'value')}${result?.isCut === true ? ' and more' : ''}`
        )}
      </span>
      <IconButton icon="cross" label="Close the filter (Escape)" onClick={onClose} />
    </div>
  );
}
