import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { StreamFacts } from '../../../protocol/streamMessages.ts';
import type { Panel } from '../../panel.ts';

const apis: Readonly<Record<string, string>> = {
  'openai-chat': 'OpenAI chat completions',
  'openai-responses': 'OpenAI responses',
  anthropic: 'Anthropic messages',
  gemini: 'Gemini',
  'ollama-chat': 'Ollama chat',
  'ollama-generate': 'Ollama generate',
};

/** Debounce delay in milliseconds. */
const pause = 200;

interface PathProps {
  readonly panel: Panel;
  readonly runId: string;
  readonly facts: StreamFacts;
  readonly tried: string | null;
  readonly onTry: (path: string | null) => void;
}

/** Shows the path of the text in an event and its source. The user can try another path and write it into the file. */
export function TextPathField({ panel, runId, facts, tried, onTry }: PathProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const path = typed ?? facts.path ?? '';
  useEffect(() => {
    if (typed === null) return;
    const wanted = typed.trim() === '' ? null : typed.trim();
    if (wanted === tried) return;
    const timer = setTimeout(() => onTry(wanted), pause);
    return () => clearTimeout(timer);
  }, [typed, tried]);
  const isWritten = facts.source === 'written' && (typed === null || typed === facts.path);
  return (
    <div class="text-path">
      <label for="text-path">{t('Path')}</label>
      <input
        ref={field}
        id="text-path"
        type="text"
        spellcheck={false}
        placeholder={t('the data as a whole')}
        value={path}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === null) return;
          event.preventDefault();
          setTyped(null);
          onTry(null);
        }}
      />
      <span class="bar-fact">{sourceText(facts)}</span>
      {!isWritten && path.trim() !== '' && (
        <button
          type="button"
          class="button secondary write-path"
          title={t('Write # @text {0} into the request', path.trim())}
          onClick={() => {
            panel.send({ type: 'writeTextPath', runId, path: path.trim() });
            // The button disappears after writing, so the focus moves to the field.
            field.current?.focus();
          }}
        >
          <span>{t('Write # @text')}</span>
        </button>
      )}
    </div>
  );
}

function sourceText({ format, source }: StreamFacts): string {
  switch (source) {
    case 'known':
      return t('known: {0}', apis[format] ?? format);
    case 'written':
      return t('from # @text');
    case 'tried':
      return t('tried');
    case 'guessed':
      return t('guessed');
    case 'data':
    case 'body':
      return t('the data as received');
  }
}
