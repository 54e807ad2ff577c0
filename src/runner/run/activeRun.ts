import type { Place } from '../../base/reqError.ts';
import { nameOf, titleOf, type RequestBlock } from '../../language/index.ts';
import type { RunEvent, Sizes, Timings } from '../ports/events.ts';
import type { Host } from '../ports/host.ts';
import type { RunInput } from '../ports/input.ts';
import { inChosenRow } from '../data/rowVariables.ts';
import type { ScriptResponse } from '../script/scriptTypes.ts';
import { consoleEvent } from './scripts/consoleEvent.ts';
import { maskedUntilFinished, type MaskBox } from './permissions/maskEvents.ts';
import { outermost } from './scripts/nesting.ts';
import { OutgoingRequest } from './exchange/outgoingRequest.ts';
import { PromptedValues } from './values/promptedValues.ts';
import type { Received } from './exchange/receivedBody.ts';
import { noTimings } from '../../base/events/timings.ts';
import { noSizes, type RunResult } from './runResult.ts';
import { seededHost } from '../random/seeded.ts';
import { hostOnClock, RunClock } from './runClock.ts';
import type { RunServices } from './runServices.ts';
import { StreamListeners } from './exchange/streamListeners.ts';

/** A run's input with the members that the runner sets. */
export type CompleteInput = RunInput & Required<Pick<RunInput, 'nesting' | 'ran' | 'answers' | 'sends'>>;

/** Results of a run so far. Each stage writes its own, so that a run that fails later still reports them. */
export interface RunReport {
  /** Of the last exchange. */
  timings: Timings;
  sizes: Sizes;
  stopped: string | undefined;
  /** Why a script prevented the request from being sent, if one did. */
  skipped: string | undefined;
  /** Set if the caller wants the response. */
  response: ScriptResponse | undefined;
  /** Released when the run ends. */
  received: Received | undefined;
}

/** A run under way: the input, clock and events that all its stages share. */
export interface ActiveRun {
  readonly input: CompleteInput;
  readonly services: RunServices;
  readonly host: Host;
  readonly request: RequestBlock;
  /** The request line: place of failures without a place of their own. */
  readonly own: Place;
  readonly mask: MaskBox;
  readonly signal: AbortSignal;
  /** Milliseconds since the run started, without the time spent waiting for the user. */
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly log: (text: string) => void;
  readonly outgoing: OutgoingRequest;
  readonly listeners: StreamListeners;
  readonly report: RunReport;
  /** Runs another request to its end, by default with the signal of this run. */
  readonly runAnother: (needed: RunInput, signal?: AbortSignal) => Promise<RunResult>;
}

/** Starts the clock of a run. Emits nothing yet. */
export function beginRun(
  given: RunInput,
  givenServices: RunServices,
  mask: MaskBox,
  signal: AbortSignal,
  runAnother: (services: RunServices, needed: RunInput, signal?: AbortSignal) => Promise<RunResult>,
): ActiveRun {
  const clock = new RunClock(given.clock);
  const at = (): number => clock.elapsed;
  const unseeded = hostOnClock(givenServices.host, clock);
  const services: RunServices = { ...givenServices, host: unseeded, clock };
  const sends = given.sends ?? new Map<string, number>();
  const host = seededHost(unseeded, given.context, given.defaults, sends);
  const { tree, file, block, collection } = given.context;
  const request = block as RequestBlock;
  const { line } = tree.lines.positionAt(request.requestLine.range.start);
  const outgoing = new OutgoingRequest();
  const emit = maskedUntilFinished(given.emit, mask, outgoing.hidden);
  clock.onPause = (isAsked) => emit({ kind: 'asking', at: at(), isAsked });
  const title = nameOf(block) || titleOf(block);
  const answers =
    given.answers ?? new PromptedValues({ host, root: collection.root, title, runId: given.id, sends: given.mode === 'send' });
  return {
    // Own members come before the spread: V8 creates a separate shape for each object that is copied and then extended.
    input: { nesting: outermost(), ran: new Map(), answers, sends, ...given, ...inChosenRow(given) },
    services,
    host,
    request,
    own: { file, line: line + 1, column: 1 },
    mask,
    signal,
    at,
    emit,
    log: (text) => emit(consoleEvent(at(), text)),
    outgoing,
    listeners: new StreamListeners(),
    report: { timings: noTimings, sizes: noSizes, stopped: undefined, skipped: undefined, response: undefined, received: undefined },
    runAnother: (needed, until) => runAnother(services, needed, until),
  };
}
