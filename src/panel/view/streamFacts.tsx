import type { StreamFacts } from '../../protocol/streamMessages.ts';
import { showCounted } from '../model/measures.ts';
import { factsOf } from '../model/streamFacts.ts';
import { Text } from './text.tsx';

/** What was counted of a stream: time to the first text, speed, tokens. */
export function StreamFactsTable({ facts, behind }: { readonly facts: StreamFacts; readonly behind: number }) {
  const all = factsOf(facts);
  return (
    <dl class="joined-facts">
      {behind > 0 && <Fact name="reading" value={`${showCounted(behind, 'event')} to go`} />}
      {all.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Text text={value} />
      </dd>
    </div>
  );
}
