import { createFinder, createMask } from '../../../base/masks/mask.ts';
import { maskCut } from '../../../base/masks/maskCut.ts';
import type { Range } from '../../../base/text/text.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { FailurePlace, RunEvent, TestResult } from '../../ports/events.ts';
import type { HiddenParts } from './hiddenParts.ts';

/** The mask of one run. Grows with the secrets that the run looks up. */
export interface MaskBox {
  /** Masks the secrets of a live set, including those that are added to it later. */
  from(secrets: ReadonlySet<string>): void;
  secrets(): readonly string[];
  /** Releases all sets but keeps their current secrets. Call it when no set will grow any more. */
  settle(): void;
  /** A view of the same mask for a nested run; its `settle` releases only the sets that were added through it. */
  inner(): MaskBox;
  size(): number;
  readonly apply: (text: string) => string;
  /** Like `apply`, but also masks secrets that were truncated, as messages may contain them. */
  readonly applyToMessage: (text: string) => string;
  /** Ranges of the secrets used so far in a text, in text order. */
  readonly find: (text: string) => readonly Range[];
  /** The secrets used so far that a text contains in any encoding. */
  secretsIn(text: string): readonly string[];
}

export function createMaskBox(): MaskBox {
  const sets = new Set<ReadonlySet<string>>();
  /** Union of all sets: each secret's search patterns are built once. */
  const all = new Set<string>();
  let size = 0;
  let made = 0;
  let mask: (text: string) => string = (text) => text;
  const read = (): ReadonlySet<string> => {
    let total = 0;
    for (const s of sets) total += s.size;
    if (total !== size) for (const s of sets) for (const secret of s) all.add(secret);
    size = total;
    return all;
  };
  const drop = (settled: Iterable<ReadonlySet<string>>): void => {
    read();
    for (const s of settled) if (sets.delete(s)) size -= s.size;
  };
  const box: MaskBox = {
    from: (secrets) => void sets.add(secrets),
    secrets: () => [...read()],
    settle: () => drop(sets),
    inner() {
      const own: ReadonlySet<string>[] = [];
      return {
        ...box,
        from(secrets) {
          if (sets.has(secrets)) return;
          sets.add(secrets);
          own.push(secrets);
        },
        settle: () => drop(own),
      };
    },
    size: () => read().size,
    apply(text) {
      if (read().size !== made) {
        made = all.size;
        mask = createMask(all);
      }
      return mask(text);
    },
    applyToMessage: (text) => maskCut(box.apply(text), read()),
    find: (text) => createFinder(read())(text),
    secretsIn: (text) => (box.apply(text) === text ? [] : box.secrets().filter((secret) => createMask([secret])(text) !== text)),
  };
  return box;
}

/** Emits events masked, and none after `finished`: nested requests that are cancelled with the run may emit slightly later. */
export function maskedUntilFinished(
  emit: (e: RunEvent) => void,
  mask: Pick<MaskBox, 'apply' | 'applyToMessage'>,
  hidden: Pick<HiddenParts, 'hide'>,
): (e: RunEvent) => void {
  let over = false;
  return (e) => {
    if (over) return;
    over = e.kind === 'finished';
    emit(hidden.hide(masked(e, mask)));
  };
}

/** Masks the displayed texts of an event. Bytes and stream events of the response stay unchanged. */
function masked(e: RunEvent, { apply: mask, applyToMessage }: Pick<MaskBox, 'apply' | 'applyToMessage'>): RunEvent {
  switch (e.kind) {
    case 'sending': {
      const r = e.request;
      return {
        ...e,
        request: {
          ...r,
          method: mask(r.method),
          url: mask(r.url),
          wireUrl: mask(r.wireUrl),
          headers: r.headers.map(([name, value]) => [mask(name), mask(value)] as const),
          dropped: r.dropped.map(mask),
          head: r.head === undefined ? undefined : mask(r.head),
          bodyText: r.bodyText === undefined ? undefined : mask(r.bodyText),
        },
        body: e.body.map((part) => (part.kind === 'text' ? { ...part, text: mask(part.text) } : part)),
      };
    }
    case 'connected':
      return { ...e, info: maskedConnection(e.info, mask) };
    case 'console':
      return maskedConsole(e, mask, applyToMessage);
    case 'test':
      return { ...e, result: maskedTest(e.result, applyToMessage) };
    case 'substituted':
      return { ...e, substitutions: e.substitutions.map((s) => ({ ...s, text: applyToMessage(s.text) })) };
    case 'retrying':
      return { ...e, reason: applyToMessage(e.reason) };
    case 'needed':
      return { ...e, name: mask(e.name), status: mask(e.status) };
    case 'reconnecting':
      return { ...e, reason: applyToMessage(e.reason), lastEventId: mask(e.lastEventId) };
    case 'redirect':
      return {
        ...e,
        url: mask(e.url),
        location: mask(e.location),
        headers: e.headers.map(([name, value]) => [mask(name), mask(value)] as const),
        address: mask(e.address),
        dropped: e.dropped.map(mask),
        warnings: e.warnings.map(applyToMessage),
      };
    default:
      return e;
  }
}

type ConsoleEvent = Extract<RunEvent, { readonly kind: 'console' }>;

/** Omits `values` if they or the text contain a secret: the masked text is shown alone. */
function maskedConsole(e: ConsoleEvent, mask: (text: string) => string, applyToMessage: (text: string) => string): ConsoleEvent {
  const text = applyToMessage(e.text);
  const { values, ...plain } = e;
  return values === undefined || (text === e.text && mask(values) === values) ? { ...e, text } : { ...plain, text };
}

function maskedTest(result: TestResult, mask: (text: string) => string): TestResult {
  const { name, message, expected, actual, request, places } = result;
  return {
    ...result,
    name: mask(name),
    message: message === null ? null : mask(message),
    ...(expected === undefined ? {} : { expected: mask(expected) }),
    ...(actual === undefined ? {} : { actual: mask(actual) }),
    ...(request === undefined ? {} : { request: mask(request) }),
    ...(places === undefined ? {} : { places: places.map((p) => maskedPlace(p, mask)) }),
  };
}

const maskedPlace = (place: FailurePlace, mask: (text: string) => string): FailurePlace => ({
  ...place,
  path: mask(place.path),
  location: mask(place.location),
  ...(place.inBody === undefined ? {} : { inBody: mask(place.inBody) }),
});

/** Host names may contain secrets, and certificates list host names. */
function maskedConnection({ address, proxy, tls }: ConnectionInfo, mask: (text: string) => string): ConnectionInfo {
  const chain = tls?.chain.map((c) => ({ ...c, subject: mask(c.subject), issuer: mask(c.issuer), names: c.names.map(mask) })) ?? [];
  return { address: mask(address), proxy: proxy && mask(proxy), tls: tls && { ...tls, chain } };
}
