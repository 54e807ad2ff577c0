import { createFinder, createMask } from '../../base/mask.ts';
import { maskCut } from '../../base/maskCut.ts';
import type { Range } from '../../base/text.ts';
import type { ConnectionInfo } from '../ports/connectionInfo.ts';
import type { RunEvent, TestResult } from '../ports/events.ts';

/** The mask of one run: it learns secrets as they are met. */
export interface MaskBox {
  /** Takes every secret of a live set, now and later. */
  from(secrets: ReadonlySet<string>): void;
  secrets(): readonly string[];
  /** No set will grow any more: none of them is held any longer. */
  settle(): void;
  /** The same mask for a nested run: `settle` lets go of the sets that this one was given. */
  inner(): MaskBox;
  /** How many there are. */
  size(): number;
  readonly apply: (text: string) => string;
  /** The same for a message, in which texts may have been cut. */
  readonly applyToMessage: (text: string) => string;
  /** Where the secrets met so far stand in a text, in its order. */
  readonly find: (text: string) => readonly Range[];
  /** The secrets met so far that stand in a text, in whatever form. */
  secretsIn(text: string): readonly string[];
}

export function createMaskBox(): MaskBox {
  const sets = new Set<ReadonlySet<string>>();
  /** Those of all sets: what is made of a secret for looking is made once. */
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

/** Tells events as they may be shown, none after the last: what was sent for a run, and is cancelled with it, may tell so a moment later. */
export function maskedUntilFinished(emit: (e: RunEvent) => void, mask: Pick<MaskBox, 'apply' | 'applyToMessage'>): (e: RunEvent) => void {
  let over = false;
  return (e) => {
    if (over) return;
    over = e.kind === 'finished';
    emit(masked(e, mask));
  };
}

/** Texts that are shown lose their secrets; bytes and events of the response stay what they are. */
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

/** What holds a secret is shown as text alone. */
function maskedConsole(e: ConsoleEvent, mask: (text: string) => string, applyToMessage: (text: string) => string): ConsoleEvent {
  const text = applyToMessage(e.text);
  const { values, ...plain } = e;
  return values === undefined || (text === e.text && mask(values) === values) ? { ...e, text } : { ...plain, text };
}

function maskedTest(result: TestResult, mask: (text: string) => string): TestResult {
  const { name, message, expected, actual, request } = result;
  return {
    ...result,
    name: mask(name),
    message: message === null ? null : mask(message),
    ...(expected === undefined ? {} : { expected: mask(expected) }),
    ...(actual === undefined ? {} : { actual: mask(actual) }),
    ...(request === undefined ? {} : { request: mask(request) }),
  };
}

/** The names of hosts may be secrets: a certificate says those that it is for. */
function maskedConnection({ address, proxy, tls }: ConnectionInfo, mask: (text: string) => string): ConnectionInfo {
  const chain = tls?.chain.map((c) => ({ ...c, subject: mask(c.subject), issuer: mask(c.issuer), names: c.names.map(mask) })) ?? [];
  return { address: mask(address), proxy: proxy && mask(proxy), tls: tls && { ...tls, chain } };
}
