import { showCount, t } from '../../../base/l10n.ts';
import type { StreamFacts } from '../../../protocol/streamMessages.ts';
import { showDuration } from '../text/textMeasures.ts';
import { showRate } from './rate.ts';

/** Milliseconds below which a speed is not meaningful. */
const shortestTime = 100;

/** @param isStream whether the text arrived in events, which have times and a number */
export function factsOf(facts: StreamFacts, isStream: boolean): readonly (readonly [name: string, value: string])[] {
  const { firstEventAt, firstTextAt, eventsPerSecond, usage, finishReason, events } = facts;
  const list: (readonly [string, string])[] = [];
  if (isStream && firstEventAt !== null) list.push([t('first event'), showDuration(firstEventAt)]);
  if (isStream && firstTextAt !== null) list.push([t('first text'), showDuration(firstTextAt)]);
  if (isStream) list.push([t('events'), showCount(events)]);
  if (eventsPerSecond !== null) list.push([t('events/s'), showRate(eventsPerSecond)]);
  const speed = tokensPerSecond(facts);
  if (speed !== null) list.push([t('tokens/s'), showRate(speed)]);
  if (usage?.input !== null && usage?.input !== undefined) list.push([t('tokens in'), showCount(usage.input)]);
  if (usage?.output !== null && usage?.output !== undefined) list.push([t('tokens out'), showCount(usage.output)]);
  if (usage?.total !== null && usage?.total !== undefined) list.push([t('tokens in total'), showCount(usage.total)]);
  if (finishReason !== null) list.push([t('finished'), finishReason]);
  return list;
}

/** Output tokens per second from the first text to the last event; null if unknown. */
function tokensPerSecond({ usage, firstTextAt, lastAt }: StreamFacts): number | null {
  const output = usage?.output ?? null;
  if (output === null || firstTextAt === null || lastAt === null || lastAt - firstTextAt < shortestTime) return null;
  return (output * 1000) / (lastAt - firstTextAt);
}
