import { isReqError, ReqError, type Failure, type Place } from '../../base/reqError.ts';
import type { BlockContext } from '../../language/index.ts';
import { refsOf } from '../../language/sending.ts';
import type { RunEvent } from '../ports/events.ts';
import { findRequest } from './findRequest.ts';
import type { RunInput } from '../ports/input.ts';
import { isWell, nestedInput, runNested } from './scripts/nestedRun.ts';
import { waitingCycle, outermost } from './scripts/nesting.ts';
import type { RunResult } from './runResult.ts';

/**
 * Runs the requests of `@ref`, each once per run.
 * @param run runs one request to its end
 * @returns why a script stopped the run, if one did
 * @throws {ReqError} if one of them fails: the request must not be sent
 */
export async function runRefs(
  input: RunInput,
  emit: (e: RunEvent) => void,
  at: () => number,
  run: (needed: RunInput) => Promise<RunResult>,
): Promise<string | undefined> {
  const nesting = input.nesting ?? outermost();
  const ran: NonNullable<RunInput['ran']> = input.ran ?? new Map();
  for await (const { name, place, needed } of neededFirst(input)) {
    const before = ran.get(needed.block);
    if (before !== undefined) throw neededFailed(name, before, place);
    if (ran.has(needed.block)) continue;
    const { result, status } = await runNested({ ...nestedInput(input, needed, nesting.depth), ran }, { name, by: 'ref', emit, at }, run);
    if (result.stopped !== undefined) return result.stopped;
    if (!isWell(result.outcome)) throw neededFailed(name, result.failure ?? { kind: 'network', message: result.outcome }, place);
    emit({ kind: 'console', at: at(), level: 'info', text: status === '' ? `${name} was not sent.` : `${name} was sent first: ${status}` });
  }
  return undefined;
}

const failedFirst = ', which this request needs first (@ref), failed: ';

/** Maximum request names in a failure message, nearest to the failure first, because the chain can be long. */
const maxNames = 10;

export function neededFailed(name: string, { kind, message, hint, at }: Failure, place: Place): ReqError {
  const links = message.split(failedFirst);
  const why =
    links.length > maxNames
      ? `… ${links
          .slice(-maxNames)
          .join(failedFirst)
          .replace(/^\u2026 /, '')}`
      : message;
  return new ReqError(kind, `${name}${failedFirst}${why}`, {
    at: at ?? place,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** A request of `@ref`, and the place of the directive. */
interface Needed {
  readonly name: string;
  readonly place: Place;
  readonly needed: BlockContext;
}

/**
 * Runs the requests of `@ref`, one after another.
 * @throws {ReqError} if a name is unknown, or the requests depend on each other
 */
export function neededFirst(input: RunInput): AsyncIterable<Needed> | Iterable<Needed> {
  const refs = refsOf(input.context);
  return refs.length === 0 ? [] : inTurn(input, refs);
}

async function* inTurn(input: RunInput, refs: ReturnType<typeof refsOf>): AsyncGenerator<Needed> {
  const { tree, block, file } = input.context;
  for (const { name, directive, shared, derived } of refs) {
    // Problems from a shared file are reported at the request, because their own range is in another file.
    const position = tree.lines.positionAt(shared || derived === true ? block.range.start : directive.range.start);
    const place = { file, line: position.line + 1, column: position.column + 1 };
    const needed = await find(input, name, derived === true ? `{{${name}…}}` : `@ref ${name}`, place);
    const cycle = waitingCycle(input.nesting ?? outermost(), block, needed.block);
    if (cycle === undefined) yield { name, place, needed };
    // A shared `@ref` also applies to the request that it names: that is not a cycle.
    else if (!shared)
      throw new ReqError('parse', `The request depends on itself: ${cycle}`, {
        at: place,
        hint: derived === true ? 'Remove one of the placeholders, or give it a value from elsewhere.' : 'Remove one @ref.',
      });
  }
}

async function find(input: RunInput, name: string, by: string, at: Place): Promise<BlockContext> {
  try {
    return await findRequest(input, name);
  } catch (e) {
    if (!isReqError(e)) throw e;
    throw new ReqError(e.kind, `${by}: ${e.message}`, { at, ...(e.hint === undefined ? {} : { hint: e.hint }) });
  }
}
