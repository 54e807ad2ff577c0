import { useMemo } from 'preact/hooks';
import { formatJson } from '../../../base/json/jsonFormat.ts';
import { counted, t } from '../../../base/l10n.ts';
import type { PanelToolCall } from '../../../protocol/streamMessages.ts';
import { CopyButton } from '../controls/button.tsx';
import { Coloured } from '../bodyTab/lineRows.tsx';
import { Text } from '../controls/text.tsx';

/** UTF-16 units and lines of arguments to show. */
const shownLength = 20_000;
const shownLines = 500;
const shownCalls = 100;

interface CallsProps {
  readonly calls: readonly PanelToolCall[];
  readonly onCopy: (index: number) => void;
}

export function ToolCalls({ calls, onCopy }: CallsProps) {
  return (
    <ul class="tool-calls" aria-label={t('Tool calls')}>
      {calls.slice(0, shownCalls).map((call) => (
        <Call key={call.index} call={call} onCopy={() => onCopy(call.index)} />
      ))}
      {calls.length > shownCalls && <li class="dim">{counted(calls.length - shownCalls, 'and {0} more call', 'and {0} more calls')}</li>}
    </ul>
  );
}

function Call({ call, onCopy }: { readonly call: PanelToolCall; readonly onCopy: () => void }) {
  const shown = useMemo(() => formatJson(call.arguments.slice(0, shownLength)), [call.arguments]);
  const lines = shown.split(/\r\n|\r|\n/).slice(0, shownLines);
  return (
    <li class="tool-call">
      <div class="tool-head">
        <b>
          <Text text={call.name === '' ? t('tool') : call.name} />
        </b>
        <span class="dim">
          <Text text={call.id} />
        </span>
        <span class="bar-space" />
        <CopyButton label={t('Copy the arguments of {0}', call.name)} onCopy={onCopy} />
      </div>
      <pre class="code">
        {lines.map((line, index) => (
          <>
            {index > 0 && '\n'}
            <Coloured text={line} view="json" />
          </>
        ))}
      </pre>
      {call.size > shownLength && <p class="dim">{t('Truncated. Copy includes the full text.')}</p>}
    </li>
  );
}
