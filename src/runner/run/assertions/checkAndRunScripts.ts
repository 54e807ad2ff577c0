import { jsonOrText, nestingProblem, parseJson } from '../../../base/json/json.ts';
import { isReqError } from '../../../base/reqError.ts';
import { valueToJson, type Value } from '../../../base/values/value.ts';
import type { PlacedScript, RequestBlock, ResolvedRequest } from '../../../language/index.ts';
import { atLength } from '../values/atLength.ts';
import type { AssertedResponse, AssertionResult } from '../../check/assertedResponse.ts';
import { checkAssertion, type RunPattern } from '../../check/assertions.ts';
import type { MarkupReader } from '../../check/markup.ts';
import type { PathReader } from '../../check/pathReader.ts';
import { queryLimit, type QueryLimit } from '../../check/queryLimit.ts';
import type { StreamChecks } from '../../check/streamChecks.ts';
import { subjectValue, type SubjectValue } from '../../check/subjectValue.ts';
import { plainRight } from '../../check/writtenText.ts';
import type { ContractOfRun } from '../contract/contractOfRun.ts';
import { assertionRight, type AssertionRight } from './assertionRight.ts';
import { checkShape } from './checkShape.ts';
import { placesInBody } from './placesInBody.ts';
import { readSchema } from './runSchemas.ts';
import { selectByPath } from './selectByPath.ts';
import { selectNodes } from './selectNodes.ts';
import { checkSnapshot, type SnapshotPorts } from '../../check/snapshot.ts';
import { RowStore } from '../../data/rowVariables.ts';
import type { RunEvent, TestResult } from '../../ports/events.ts';
import { consoleEvent } from '../scripts/consoleEvent.ts';
import type { Host } from '../../ports/host.ts';
import type { RunInput } from '../../ports/input.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import type { SendSources } from '../values/sendSources.ts';
import type { ResponseToCheck } from './responseToCheck.ts';
import type { ScriptRequest } from '../../script/scriptTypes.ts';
import { holdsSecret } from '../scripts/scriptTaint.ts';
import type { ScriptRunner } from '../scripts/scriptRunner.ts';
import type { Sender } from '../exchange/sender.ts';

type AssertionNode = RequestBlock['assertions'][number];
type CaptureNode = RequestBlock['captures'][number];

export interface CheckInput {
  readonly input: RunInput;
  readonly host: Host;
  readonly request: RequestBlock;
  readonly resolved: ResolvedRequest;
  readonly response: ResponseToCheck;
  readonly checks: StreamChecks;
  readonly contract: ContractOfRun | undefined;
  readonly after: readonly PlacedScript[];
  readonly scripts: ScriptRunner;
  readonly sender: Sender;
  readonly asking: SendSources;
  readonly mask: MaskBox;
  readonly runPattern: RunPattern;
  readonly markup: MarkupReader;
  readonly paths: PathReader;
  /** Time limit of scripts, patterns and schemas in milliseconds. */
  readonly timeMs: number;
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Checks assertions, sets captured variables and runs response scripts: the request's own in file order, then the shared ones around it.
 * @returns why a script stopped the run, if one did: later steps are skipped then
 * @throws the failure of the first script that fails, after all have run
 */
export async function checkAndRunScripts(a: CheckInput): Promise<string | undefined> {
  const { input, request, response, checks, after, scripts, sender, at, emit, signal } = a;
  const { tree } = input.context;
  let json: { readonly value: Value } | undefined;
  const body = (): Value => (json ??= { value: jsonOrText(response.text) }).value;
  const scriptRequest = requestOf(a.resolved);
  let stopped: string | undefined;
  const own = after.filter((s) => s.tree === tree && request.responseScripts.includes(s.node));
  const steps = [...request.assertions, ...request.captures, ...own].toSorted((x, y) => startOf(x) - startOf(y));
  let failed: unknown;
  let hasFailure = false;
  const report = (result: TestResult): void => {
    hasFailure ||= !result.passed;
    emit({ kind: 'test', at: at(), result });
  };
  const timer = assertionTimer(a);
  if (a.contract?.isImplied === true) report(await conformity(a, a.contract, 'response conforms (@contract)'));
  for (const step of [...steps, ...after.filter((s) => !own.includes(s))]) {
    signal.throwIfAborted();
    if ('kind' in step && (step.kind === 'capture' || checks.resultOf(step) === undefined))
      await selectByPath(step, { response, body, paths: a.paths, host: a.host, timeMs: a.timeMs, signal });
    if ('kind' in step) await selectNodes(step, { response, body, markup: a.markup, timeMs: a.timeMs, signal });
    if ('kind' in step && step.kind === 'capture') {
      const problem = await evaluating(a, () => capture(a, step, body, queryLimit(a.timeMs)));
      if (problem !== undefined) report(problem);
      continue;
    }
    if ('kind' in step) {
      timer.begin(step);
      const line = tree.lines.positionAt(step.range.start).line + 1;
      const result = await (step.operatorName === 'matchesSnapshot' || step.operatorName === 'matchesShape'
        ? evaluating(a, () => snapshotResult(a, step, body, { limit: queryLimit(a.timeMs), isDoubtful: hasFailure || scripts.hasFailed }))
        : assertion(a, step, response, body));
      report({ line, ...result });
      continue;
    }
    timer.end();
    try {
      // Reads the text here, so that a body that is too large fails in this `try` and not on the way to the worker.
      const { skipped } = await scripts.run(step, scriptRequest, response.forScript(), () => response.bytes());
      stopped = sender.stopped ?? (skipped?.kind === 'stop' ? skipped.reason : undefined);
      if (stopped !== undefined) break;
    } catch (e) {
      // The other scripts still run and report.
      failed ??= e;
    }
  }
  timer.end();
  if (failed !== undefined) throw failed;
  return stopped;
}

/** Emits the duration of consecutive assertions. */
function assertionTimer({ input: { context }, at, emit }: CheckInput): { begin(first: AssertionNode): void; end(): void } {
  let since: { readonly line: number; readonly start: number } | undefined;
  return {
    begin(first) {
      since ??= { line: context.tree.lines.positionAt(first.range.start).line + 1, start: at() };
    },
    end() {
      if (since === undefined) return;
      emit({ kind: 'script', at: at(), phase: 'assertions', file: context.file, ...since, duration: at() - since.start });
      since = undefined;
    },
  };
}

/** Runs the work of a step so that Ctrl+C can end it, unless the run was cancelled before: no signal would then end the work. */
async function evaluating<T>({ host, signal, response }: CheckInput, work: () => T | Promise<T>): Promise<T> {
  return atLength(host, response.size, () => {
    signal.throwIfAborted();
    return work();
  });
}

const startOf = (step: AssertionNode | CaptureNode | PlacedScript): number => ('kind' in step ? step.range.start : step.node.range.start);

function requestOf({ name, method, url, headers, body }: ResolvedRequest): ScriptRequest {
  const texts = body.flatMap((p) => (p.kind === 'text' ? [p.text] : []));
  return { name, method, url, headers, body: texts.length === 0 ? undefined : texts.join('') };
}

/** Sets the variable of `@name << SUBJECT`. Returns a failed test if the response lacks the value. */
function capture(
  { input, scripts, response }: CheckInput,
  node: CaptureNode,
  body: () => Value,
  limit: QueryLimit,
): TestResult | undefined {
  const { tree, file } = input.context;
  const line = tree.lines.positionAt(node.range.start).line + 1;
  const failed = (message: string): TestResult => ({ name: `@${node.name.text} << ${node.left.text}`, passed: false, message, line });
  if (node.subject === undefined) return failed('This capture could not be read: write `@name << SUBJECT`.');
  try {
    const found = subjectValue(node.subject, response, body, limit);
    if (!found.found) return failed(`${found.why}, so ${node.name.text} was not set`);
    scripts.setCaptured(node.name.text, found.value, { file, line });
    return undefined;
  } catch (e) {
    if (!isReqError(e)) throw e;
    return failed(e.message);
  }
}

async function snapshotResult(
  a: CheckInput,
  node: AssertionNode,
  body: () => Value,
  ofResponse: Pick<SnapshotPorts, 'limit' | 'isDoubtful'>,
): Promise<TestResult> {
  const { input, request, response, host, mask, at, emit, signal, timeMs, runPattern } = a;
  const name = node.text.text;
  try {
    const { file, tree, collection } = input.context;
    const row = input.variables instanceof RowStore ? input.variables.row.number : undefined;
    const place = { file, tree, request, node, root: collection.root, row };
    const ports = { host, mask: mask.apply, mode: input.snapshots ?? 'write', ...ofResponse };
    const schemas = { context: input.context, host, signal, timeMs };
    const { written, ...result } =
      node.operatorName === 'matchesShape'
        ? await checkShape(place, { response, body }, { ...ports, schemas, runPattern })
        : await checkSnapshot(place, { response, body }, ports);
    if (written !== undefined) emit(consoleEvent(at(), written));
    return { name, ...result };
  } catch (e) {
    if (!isReqError(e)) throw e;
    return { name, passed: false, message: e.hint === undefined ? e.message : `${e.message} ${e.hint}` };
  }
}

/** If the host restricts the lookups of scripts, results of assertions on secrets are hidden too, because each could reveal a part. */
async function assertion(a: CheckInput, node: AssertionNode, response: AssertedResponse, body: () => Value): Promise<TestResult> {
  const right = await assertionRight(a, a.input.context.tree, node.right);
  const limit = queryLimit(a.timeMs);
  const result = await checked(a, node, right, response, body, limit);
  if (a.host.mayLookUp === undefined) return result;
  const isSecret = (right.ok && right.secret) || (await leftHoldsSecret(a, node, response, body, limit));
  return isSecret ? { ...result, secret: true } : result;
}

async function leftHoldsSecret(
  a: CheckInput,
  node: AssertionNode,
  response: AssertedResponse,
  body: () => Value,
  limit: QueryLimit,
): Promise<boolean> {
  const { mask, checks } = a;
  if (checks.resultOf(node) !== undefined) return checks.sawSecret;
  const { subject } = node;
  if (subject === undefined) return false;
  let left: SubjectValue;
  try {
    left = await evaluating(a, () => subjectValue(subject, response, body, limit));
  } catch (e) {
    if (!isReqError(e)) throw e;
    // What cannot be read may be a secret.
    return true;
  }
  if (!left.found) return false;
  return holdsSecret(typeof left.value === 'string' ? left.value : valueToJson(left.value), mask);
}

async function checked(
  a: CheckInput,
  node: AssertionNode,
  right: AssertionRight,
  response: AssertedResponse,
  body: () => Value,
  limit: QueryLimit,
): Promise<TestResult> {
  const { runPattern, checks } = a;
  const name = node.text.text;
  if (node.operatorName === '') return { name, passed: false, message: 'This assertion could not be read: write `?? LEFT OP RIGHT`.' };
  if (!right.ok) return { name, passed: false, message: right.message };
  const live = checks.resultOf(node);
  if (live !== undefined) return { name, ...live };
  try {
    if (node.operatorName === 'conforms' && a.contract !== undefined) return await conformity(a, a.contract, name);
    if (node.operatorName === 'matchesSchema')
      return { name, ...(await schemaResult(a, node, plainRight(right.value), response, body, limit)) };
    return { name, ...(await evaluating(a, () => checkAssertion(node, right.value, response, body, runPattern, limit))) };
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    return { name, passed: false, message: e.message };
  }
}

async function conformity(a: CheckInput, contract: ContractOfRun, name: string): Promise<TestResult> {
  const { response, host, mask, runPattern } = a;
  try {
    const result = { name, ...(await contract.check(response, runPattern)) };
    // Messages quote the response.
    return host.mayLookUp !== undefined && (await holdsSecret(response.text, mask)) ? { ...result, secret: true } : result;
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    return { name, passed: false, message: e.message };
  }
}

async function schemaResult(
  a: CheckInput,
  node: AssertionNode,
  right: Value,
  response: AssertedResponse,
  body: () => Value,
  limit: QueryLimit,
): Promise<AssertionResult> {
  const { host, signal, timeMs, runPattern } = a;
  const { context } = a.input;
  const { subject, left, negated } = node;
  const schema = await readSchema(right, { context, host, signal, timeMs });
  if (!schema.ok) return { passed: false, message: schema.message };
  const found = subject && (await evaluating(a, () => subjectValue(subject, response, body, limit)));
  if (found?.found !== true) return { passed: false, message: found?.why ?? `${left.text} cannot be read` };
  if (left.text === 'body' && found.value === response.text && parseJson(response.text) === undefined)
    return { passed: false, message: nestingProblem(response.text) ?? 'the body is not JSON' };
  return schema.schema.check(found.value, left.text, negated, runPattern, placesInBody(subject, body));
}
