import { counted, t } from '../../../base/l10n.ts';
import type { StreamFacts } from '../../../protocol/streamMessages.ts';

import { factsOf } from '../../model/stream/streamFacts.ts';
import { Fact } from '../controls/fact.tsx';

interface StreamFactsProps {
  readonly facts: StreamFacts;
  readonly behind: number;
  readonly isStream: boolean;
}

/** Statistics of a stream: time to the first text, speed, tokens. */
export function StreamFactsTable({ facts, behind, isStream }: StreamFactsProps) {
  const all = factsOf(facts, isStream);
  return (
    <dl class="joined-facts">
      {behind > 0 && <Fact name={t('reading')} value={counted(behind, '{0} remaining event', '{0} remaining events')} />}
      {all.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}
