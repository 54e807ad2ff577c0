import type { ImportNote, MissingKind } from './importResult.ts';

/** Kinds by patterns of the message; the first match applies. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^req check finds an error: .* is (?:not defined|defined further down)/, 'variables without a value'],
  [/^req check finds an error/, 'errors of req check'],
  [/^Script, line \d+: .*(?:module|package)/, 'scripts: modules'],
  [/^Script, line \d+: [\w.]*(?:sendRequest|runRequest)/, 'scripts: sending'],
  [/^Script, line \d+: [\w.]*(?:setNextRequest|execution|runner)/, 'scripts: order of requests'],
  [/^Script, line|script|is not declared/i, 'scripts: other'],
  [/OAuth|[Ss]ign(?:s|ing)? in|authenticat|credential|token is sent|NTLM/, 'authentication'],
  [/assertion|asserts?\b/, 'assertions'],
  [/generates a value|placeholder|The tag|filter/, 'generated values and placeholders'],
  [/GRPC|WebSocket|WS|MQTT|AMQP|of the type|webhook|callback|URLs: it is/i, 'other protocols'],
  [/body|XML|GraphQL|part made|The field|query is sent/, 'bodies'],
  [/[Hh]eader/, 'headers'],
  [/[Vv]ariable/, 'variables'],
  [/URL|server|method|HTTP\//, 'URLs and methods'],
  [/proxy|certificate|setting|option|cookie/i, 'settings'],
];

/** The kinds of warnings, the most frequent first. */
export function kindsOf(notes: readonly ImportNote[]): readonly MissingKind[] {
  const places = new Map<string, Set<string>>();
  for (const { level, message, file, request, line } of notes) {
    if (level !== 'warning') continue;
    const kind = kinds.find(([form]) => form.test(message))?.[1] ?? 'other';
    const of = places.get(kind) ?? new Set();
    places.set(kind, of.add(`${file}\n${request ?? line ?? ''}`));
  }
  return Array.from(places, ([kind, { size }]) => ({ kind, count: size })).toSorted(
    (a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1),
  );
}

/** The share of requests that were carried over completely, in whole percent; never 100 unless all were. */
export const percentOf = (whole: number, requests: number): number => (requests === 0 ? 100 : Math.floor((whole / requests) * 100));
