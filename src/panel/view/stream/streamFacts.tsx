import { counted, t } from '../../../base/l10n.ts';
import type { StreamFacts } from '../../../protocol/streamMessages.ts';

import { factsOf } from '../../model/streamFacts.ts';
import { Fact } from '../controls/fact.tsx';

/** Statistics of a stream: time to the first text, speed, tokens. */
export function StreamFactsTable({ facts, behind }: { readonly facts: StreamFacts; readonly behind: number }) {
  const all = factsOf(facts);
  return (
    <dl class="joined-facts">
      {behind > 0 && <Fact name={t('reading')} value={counted(behind, '{0} event to go', '{0} events to go')} />}
      {all.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}
