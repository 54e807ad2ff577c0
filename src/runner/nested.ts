import { nameOf, titleOf, type Block, type BlockContext } from '../language/index.ts';
import type { NeededRequest, Outcome, RunEvent, TestResult } from './events.ts';
import type { RunInput } from './index.ts';
import type { RunResult } from './run.ts';

/** How a request came to be sent for another one. */
export interface Nesting {
  /** The requests that wait for it, the outermost first. */
  readonly waiting: readonly { readonly block: Block; readonly name: string }[];
  /** How many of them wait in a script. */
  readonly depth: number;
  /** Requests that the scripts of the whole run may still send. */
  readonly budget: { left: number };
}

/** Requests that the scripts of one run may send in all. */
export const mostSends = 100;

export const outermost = (): Nesting => ({ waiting: [], depth: 0, budget: { left: mostSends } });

const calledName = (block: Block): string => nameOf(block) || titleOf(block);

/** `a → b → a` where a request waits for itself, else undefined. */
export function circle({ waiting }: Nesting, asking: Block, asked: Block): string | undefined {
  const way = [...waiting, { block: asking, name: calledName(asking) }];
  const from = way.findIndex((w) => w.block === asked);
  return from < 0 ? undefined : [...way.slice(from).map((w) => w.name), calledName(asked)].join(' → ');
}

/** What a request tells of another that it has sent. */
export interface Telling {
  readonly name: string;
  readonly by: NeededRequest['by'];
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
}

/**
 * Runs another request for one that waits for it. What its scripts and assertions say is told along.
 * @param run runs one request to its end
 */
export async function runNested(
  input: RunInput,
  { name, by, emit, at }: Telling,
  run: (needed: RunInput) => Promise<RunResult>,
): Promise<{ readonly result: RunResult; readonly status: string }> {
  let status = '';
  const start = at();
  const result = await run({
    ...input,
    emit(e) {
      if (e.kind === 'head') status = `${e.head.status} ${e.head.statusText}`.trimEnd();
      else if (e.kind === 'console' || e.kind === 'variables') emit({ ...e, at: at() });
      else if (e.kind === 'test') emit({ ...e, at: at(), result: testOf(e.result, name, input.context.file) });
    },
  });
  emit({ kind: 'needed', at: at(), name, by, status, start, duration: at() - start });
  return { result, status };
}

/** A test of another request, as the one that asked tells it. */
function testOf(result: TestResult, name: string, file: string): TestResult {
  const request = result.request === undefined ? name : `${name}: ${result.request}`;
  return { ...result, file: result.file ?? file, name: `${name}: ${result.name}`, request };
}

/** The input for a request that another one sends. */
export function nestedInput(input: RunInput, context: BlockContext, depth: number): RunInput {
  const { block } = input.context;
  const nesting = input.nesting ?? outermost();
  const { body: _, onResolved: __, ...rest } = input;
  return { ...rest, context, nesting: { ...nesting, depth, waiting: [...nesting.waiting, { block, name: calledName(block) }] } };
}

export const isWell = (outcome: Outcome): boolean => outcome === 'complete' || outcome === 'ended';
