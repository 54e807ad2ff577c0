import { jsonOrText } from '../base/json.ts';
import type { Value } from '../base/value.ts';
import {
  createEvaluation,
  exchangesOf,
  Filler,
  scopeOf,
  templateAt,
  type PlacedScript,
  type RequestBlock,
  type ResolvedRequest,
} from '../language/index.ts';
import { checkAssertion, rightValue, type AssertedResponse } from './check/assertions.ts';
import type { ResponseHead, RunEvent } from './events.ts';
import type { RunInput } from './index.ts';
import type { MaskBox } from './maskEvents.ts';
import type { SendSources } from './sources.ts';
import { joinText } from './joinText.ts';
import type { Received } from './received.ts';
import type { ScriptRequest, ScriptResponse } from './script/types.ts';
import type { ScriptRunner } from './scripts.ts';

type AssertionNode = RequestBlock['assertions'][number];

/** What is done once the response is there. */
export interface Afterwards {
  readonly input: RunInput;
  readonly request: RequestBlock;
  readonly resolved: ResolvedRequest;
  readonly received: Received;
  readonly head: ResponseHead;
  /** The decoded body. */
  readonly text: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly after: readonly PlacedScript[];
  readonly scripts: ScriptRunner;
  readonly asking: SendSources;
  readonly mask: MaskBox;
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Checks assertions and runs response scripts: the request's own as they stand in the file, then the shared ones around
 * it. Throws the first script's failure after all have run.
 */
export async function checkAndRunScripts(a: Afterwards): Promise<void> {
  const { input, request, after, scripts, at, emit, signal } = a;
  const { tree } = input.context;
  let json: { readonly value: Value } | undefined;
  const body = (): Value => (json ??= { value: jsonOrText(a.text) }).value;
  const asserted = assertedOf(a);
  const [scriptRequest, scriptResponse] = scriptViews(a);
  const own = after.filter((s) => s.tree === tree && request.responseScripts.includes(s.node));
  const steps = [...request.assertions, ...own].toSorted((x, y) => startOf(x) - startOf(y));
  let failed: unknown;
  for (const step of [...steps, ...after.filter((s) => !own.includes(s))]) {
    signal.throwIfAborted();
    if ('kind' in step) {
      const line = tree.lines.positionAt(step.range.start).line + 1;
      const right = await rightOf(a, step);
      emit({ kind: 'test', at: at(), result: { ...assertion(step, right, asserted, body), line } });
      continue;
    }
    try {
      await scripts.run(step, scriptRequest, scriptResponse);
    } catch (e) {
      // One script's failure does not keep the others from telling what they see.
      failed ??= e;
    }
  }
  if (failed !== undefined) throw failed;
}

const startOf = (step: AssertionNode | PlacedScript): number => ('kind' in step ? step.range.start : step.node.range.start);

function assertedOf({ head, text, received, duration, resolved }: Afterwards): AssertedResponse {
  return {
    status: head.status,
    headers: head.headers,
    text,
    size: received.size,
    duration,
    events: received.events,
    joinedText: joinText(received.events, resolved.options.textPath),
  };
}

function scriptViews({ resolved, head, text, received, duration }: Afterwards): [ScriptRequest, ScriptResponse] {
  const body = resolved.body.length === 0 ? undefined : resolved.body.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  return [
    { name: resolved.name, method: resolved.method, url: resolved.url, headers: resolved.headers, body },
    {
      status: head.status,
      statusText: head.statusText,
      headers: head.headers,
      text,
      size: received.size,
      duration,
      events: received.events.filter((e) => e.complete),
    },
  ];
}

type Right = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

/** What stands to the right, looked up now: scripts before it may have set it. */
async function rightOf({ input, asking, mask, signal }: Afterwards, node: AssertionNode): Promise<Right> {
  const right = templateAt(input.context.tree, node.right);
  const only = right.template.parts[0];
  for (;;) {
    const look = createEvaluation(scopeOf(input.context), asking.sources, exchangesOf(input.context.tree, input.exchanges));
    const filler = new Filler(look, false);
    const value =
      right.template.parts.length === 1 && only?.kind === 'placeholder' ? filler.value(only, true) : rightValue(filler.text(right));
    if (await asking.fetchMissing(signal)) continue;
    mask.from(look.secrets);
    const [problem] = filler.problems;
    return problem === undefined ? { ok: true, value } : { ok: false, message: `${problem.placeholder.text}: ${problem.problem.message}` };
  }
}

function assertion(
  node: AssertionNode,
  right: Right,
  response: AssertedResponse,
  body: () => Value,
): { name: string; passed: boolean; message: string | null } {
  const name = node.text.text;
  if (node.operator.text === '') return { name, passed: false, message: 'This assertion could not be read: `?? LEFT OP RIGHT`.' };
  if (!right.ok) return { name, passed: false, message: right.message };
  return { name, ...checkAssertion(node, right.value, response, body) };
}
