import { ReqError } from '../base/reqError.ts';
import { listRequests, refsOf, requestNamed, type RequestBlock } from '../language/index.ts';
import type { RunEvent, Outcome } from './events.ts';
import type { RunInput } from './index.ts';
import type { RunResult } from './run.ts';

/**
 * Runs the requests that a request needs first, once per run each. What their scripts and assertions say is told along;
 * one that fails keeps the request from being sent: ReqError.
 * @param run runs one request to its end
 */
export async function runRefs(
  input: RunInput,
  emit: (e: RunEvent) => void,
  at: () => number,
  run: (needed: RunInput) => Promise<RunResult>,
): Promise<void> {
  const { tree, block } = input.context;
  const ran = input.ran ?? new Set();
  const needing = [...(input.needing ?? []), block];
  const { file } = input.context;
  for (const { name, directive, shared } of refsOf(input.context)) {
    // One of a shared file is told at the request: its own place is in another file.
    const position = tree.lines.positionAt(shared ? block.range.start : directive.range.start);
    const ref = { name, at: { file, line: position.line + 1, column: position.column + 1 } };
    const found = requestNamed(tree, name);
    if (found === undefined)
      throw new ReqError('parse', `@ref ${ref.name}: this file has no request of that name.`, {
        at: ref.at,
        hint: `Name one with \`# @name ${ref.name}\`.`,
      });
    if (needing.includes(found.block)) {
      // What counts for every request counts for the one that it names too.
      if (shared) continue;
      const circle = [...needing.slice(needing.indexOf(found.block)), found.block].map((b) => nameIn(tree, b));
      throw new ReqError('parse', `These requests need each other in a circle: ${circle.join(' → ')}`, {
        at: ref.at,
        hint: 'Take one @ref out.',
      });
    }
    if (ran.has(found.block)) continue;
    let status = '';
    const result = await run({
      ...input,
      context: { ...input.context, block: found.block },
      ran,
      needing,
      emit(e) {
        if (e.kind === 'head') status = ` ${e.head.status} ${e.head.statusText}`.trimEnd();
        else if (e.kind === 'console' || e.kind === 'variables') emit({ ...e, at: at() });
        else if (e.kind === 'test') emit({ ...e, at: at(), result: { ...e.result, name: `${ref.name}: ${e.result.name}` } });
      },
    });
    if (!isWell(result.outcome)) {
      const kind = result.failure?.kind ?? 'network';
      throw new ReqError(kind, `${ref.name}, which this request needs first (@ref), failed: ${result.failure?.message ?? result.outcome}`, {
        at: result.failure?.at ?? ref.at,
        ...(result.failure?.hint === undefined ? {} : { hint: result.failure.hint }),
      });
    }
    emit({ kind: 'console', at: at(), level: 'info', text: `${ref.name} was sent first:${status}` });
  }
}

const isWell = (outcome: Outcome): boolean => outcome === 'complete' || outcome === 'ended';

function nameIn(tree: RunInput['context']['tree'], block: RunInput['context']['block']): string {
  return listRequests(tree).find((r) => r.block === (block as RequestBlock))?.title ?? '';
}
