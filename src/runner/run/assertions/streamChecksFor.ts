import { ReqError } from '../../../base/reqError.ts';
import { readCheck, type AssertionNode } from '../../../language/index.ts';
import { streamCheck, type NamedCheck, type StreamAssertion } from '../../check/streamCheck.ts';
import { StreamChecks } from '../../check/streamChecks.ts';
import { plainRight } from '../../check/writtenText.ts';
import type { ActiveRun } from '../activeRun.ts';
import { assertionRight } from './assertionRight.ts';
import { readSchema } from './runSchemas.ts';
import type { PreparedRequest } from '../stages/prepare.ts';

/**
 * The assertions that are evaluated while the stream runs, and `@until`. Their right sides are resolved now, before the request is sent.
 * @throws {ReqError} `variable` if `@until` cannot be read or resolved
 */
export async function streamChecksFor(run: ActiveRun, prepared: PreparedRequest, contract?: NamedCheck): Promise<StreamChecks> {
  const named: NamedCheck[] = contract === undefined ? [] : [contract];
  for (const node of run.request.assertions) {
    const check = node.subject !== undefined && isLive(node.subject) ? await checkOf(run, prepared, node) : undefined;
    // The check stage reports a right side that cannot be resolved.
    if (check?.ok === true) named.push({ text: node.text.text, node, check: check.check });
  }
  const until = await untilOf(run, prepared);
  const { host, mask } = run;
  const isSecret = host.mayLookUp === undefined ? undefined : (text: string): boolean => mask.size() > 0 && mask.apply(text) !== text;
  return new StreamChecks(until === undefined ? named : [...named, until], isSecret);
}

/** Whether an assertion on this subject judges events as they arrive; the check stage evaluates the others. */
const isLive = ({ kind }: NonNullable<AssertionNode['subject']>): boolean => kind !== 'header' && kind !== 'path';

type Made = { readonly ok: true; readonly check: NamedCheck['check'] } | { readonly ok: false; readonly message: string };

async function checkOf(
  { input, mask, signal, host, services }: ActiveRun,
  { parts }: PreparedRequest,
  node: Pick<AssertionNode, 'left' | 'subject' | 'operatorName' | 'negated' | 'right'>,
): Promise<Made> {
  const { context } = parts;
  const right = await assertionRight({ input: { ...input, context }, asking: parts.sources, mask, signal }, context.tree, node.right);
  if (!right.ok) return right;
  const { left, subject, operatorName: operator, negated } = node;
  const found =
    operator === 'matchesSchema'
      ? await readSchema(plainRight(right.value), { context, host, signal, timeMs: services.scriptLimits.timeMs })
      : undefined;
  if (found?.ok === false) return found;
  const { schema } = found ?? {};
  const assertion = { left: left.text, subject: subject as StreamAssertion['subject'], operator, negated, right: right.value, schema };
  const check = streamCheck(assertion);
  return check === undefined ? { ok: false, message: `${left.text} is known only at the end` } : { ok: true, check };
}

/** `# @until any event.data == "[DONE]"`. */
async function untilOf(run: ActiveRun, prepared: PreparedRequest): Promise<NamedCheck | undefined> {
  const directive = run.request.directives.find(({ name }) => name.text === 'until');
  const { argument } = directive ?? {};
  if (argument === undefined) return undefined;
  const { tree, file } = run.input.context;
  const read = readCheck(tree.text, argument);
  const made: Made = read.ok ? await checkOf(run, prepared, read.check) : read;
  if (made.ok) return { text: argument.text, node: undefined, check: made.check };
  const { line, column } = tree.lines.positionAt(argument.start);
  throw new ReqError('variable', `# @until: ${made.message}`, { at: { file, line: line + 1, column: column + 1 } });
}
