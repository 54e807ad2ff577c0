import type { BlockContext } from '../../../language/index.ts';
import type { NeededRequest, Outcome, RunEvent, TestResult } from '../../ports/events.ts';
import { inChosenRow } from '../../data/rowVariables.ts';
import type { RunInput } from '../../ports/input.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import { nowWaiting, outermost, type OutermostRun } from './nesting.ts';
import type { RunResult } from '../runResult.ts';
import { turnIfDue } from '../turnIfDue.ts';

export interface NestedEvents {
  readonly name: string;
  readonly by: NeededRequest['by'];
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
}

/**
 * Runs another request for one that waits for it. Its console lines, variables and tests are emitted by the outermost run.
 * @param run runs one request to its end
 */
export async function runNested(
  input: RunInput,
  { name, by, emit, at }: NestedEvents,
  run: (needed: RunInput) => Promise<RunResult>,
): Promise<{ readonly result: RunResult; readonly status: string }> {
  let status = '';
  const start = at();
  const nesting = input.nesting ?? outermost();
  const outer = nesting.outermostRun;
  const outermostRun: OutermostRun = outer === undefined ? { emit, at, path: name } : { ...outer, path: `${outer.path}: ${name}` };
  const result = await run({
    ...input,
    nesting: { ...nesting, outermostRun },
    emit(e) {
      if (e.kind === 'head') status = `${e.head.status} ${e.head.statusText}`.trimEnd();
      else if (e.kind === 'console' || e.kind === 'variables') outermostRun.emit({ ...e, at: outermostRun.at() });
      else if (e.kind === 'test')
        outermostRun.emit({ ...e, at: outermostRun.at(), result: testOf(e.result, outermostRun.path, input.context.file) });
    },
  });
  emit({ kind: 'needed', at: at(), name, by, status, start, duration: at() - start });
  return { result, status };
}

function testOf(result: TestResult, path: string, file: string): TestResult {
  return { ...result, file: result.file ?? file, name: `${path}: ${result.name}`, request: path };
}

export function nestedInput(input: RunInput, context: BlockContext, depth: number): RunInput {
  const { block } = input.context;
  const nesting = input.nesting ?? outermost();
  const { body: _, onResolved: __, next: ___, skipsResponseScripts: ____, ...rest } = input;
  return {
    ...rest,
    ...inChosenRow({ context, variables: input.variables }),
    nesting: { ...nesting, depth, waiting: nowWaiting(block, nesting.waiting) },
  };
}

export const isWell = (outcome: Outcome): boolean => outcome === 'complete' || outcome === 'ended';

/** Runs another request with an inner mask of the waiting run, and releases the mask's sets afterwards. */
export async function withInnerMask(mask: MaskBox, run: (inner: MaskBox) => Promise<RunResult>): Promise<RunResult> {
  const inner = mask.inner();
  const ended = await run(inner);
  inner.settle();
  await turnIfDue();
  return ended;
}
