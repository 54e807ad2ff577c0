import type { FileRun, RequestResult } from '../../runner/index.ts';
import { nameOfResult, passOf, problemsOf, type Problem } from './describe.ts';
import { countsOf, countText, partsText } from './contractLines.ts';
import type { ApiCoverage, Reporter, ReportSink, ReportSummary } from './reporter.ts';
import { escapeAttribute, escapeMarkup } from './xml.ts';

/** A file in one pass. */
interface Suite {
  readonly unit: FileRun;
  readonly results: RequestResult[];
}

/** JUnit XML for Jenkins (junit-10.xsd) and Surefire: a suite per file, a test case per request. */
export function junitReporter(sink: ReportSink): Reporter {
  const suites: Suite[] = [];
  return {
    take(e) {
      if (e.kind === 'file-started') suites.push({ unit: e.unit, results: [] });
      if (e.kind === 'request') suites.at(-1)?.results.push(e.result);
    },
    end(summary) {
      sink.write(`<?xml version="1.0" encoding="UTF-8"?>\n${root(suites, summary, sink)}`);
    },
  };
}

type Attributes = Readonly<Record<string, string | number>>;

const attributes = (all: Attributes): string =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** A request with failed tests is a failure; one without them that failed is an error. */
const isError = (result: RequestResult): boolean =>
  result.failure !== undefined && result.failure.kind !== 'cancelled' && result.tests.every((t) => t.passed);

const sum = (results: readonly RequestResult[], of: (r: RequestResult) => number): number => results.reduce((all, r) => all + of(r), 0);

function counts(results: readonly RequestResult[]): { tests: number; failures: number; errors: number; skipped: number } {
  const errors = results.filter((r) => r.verdict === 'failed' && isError(r)).length;
  return {
    tests: results.length,
    failures: results.filter((r) => r.verdict === 'failed').length - errors,
    errors,
    skipped: results.filter((r) => r.verdict === 'skipped' || r.verdict === 'cancelled').length,
  };
}

function root(suites: readonly Suite[], { elapsedMs, contract = [] }: ReportSummary, sink: ReportSink): string {
  const { skipped: _, ...all } = counts(suites.flatMap((s) => s.results));
  return `<testsuites${attributes({ name: 'req run', ...all, time: seconds(elapsedMs) })}>\n${suites.map((s) => suite(s, sink)).join('')}${contract.map((api) => contractSuite(api, sink)).join('')}</testsuites>\n`;
}

function suite({ unit, results }: Suite, sink: ReportSink): string {
  const file = sink.display(unit.file);
  const pass = passOf(unit);
  const [first] = results;
  const head = attributes({
    name: pass === undefined ? file : `${file} (${pass})`,
    ...counts(results),
    time: seconds(sum(results, (r) => r.elapsedMs)),
    timestamp: new Date(first?.startTime ?? 0).toISOString().slice(0, 19),
    file,
  });
  return `  <testsuite${head}>\n${seedProperties(results)}${results.map((r) => testCase(r, sink)).join('')}  </testsuite>\n`;
}

/** The coverage of an OpenAPI document as properties of a suite without tests, so that the counts stay those of requests. */
function contractSuite(api: ApiCoverage, sink: ReportSink): string {
  const { operations, statuses, parameters } = countsOf(api);
  const property = (name: string, value: string): string => `      <property${attributes({ name, value })}/>\n`;
  const properties = [
    ...(api.problem === undefined ? [] : [property('problem', api.problem)]),
    property('operations', countText(operations)),
    property('status codes', countText(statuses)),
    property('parameters', countText(parameters)),
    ...api.operations.map((o) =>
      property(
        o.operation,
        o.calls === 0 ? 'not called' : [partsText(o.statuses), partsText(o.parameters)].filter((t) => t !== '').join('; '),
      ),
    ),
  ];
  const head = attributes({
    name: `contract ${sink.display(api.document)}`,
    tests: 0,
    failures: 0,
    errors: 0,
    skipped: 0,
    time: seconds(0),
  });
  return `  <testsuite${head}>\n    <properties>\n${properties.join('')}    </properties>\n  </testsuite>\n`;
}

/** The seeds of a file's random values. */
function seedProperties(results: readonly RequestResult[]): string {
  const seeds = [...new Set(results.flatMap(({ of }) => of.seed ?? []))];
  if (seeds.length === 0) return '';
  return `    <properties>\n      <property${attributes({ name: 'seed', value: seeds.join(', ') })}/>\n    </properties>\n`;
}

function testCase(result: RequestResult, sink: ReportSink): string {
  const { of, verdict, reason, elapsedMs } = result;
  const classname = sink.display(of.file).replace(/\.req$/, '');
  const head = `    <testcase${attributes({ name: nameOfResult(result), classname, time: seconds(elapsedMs) })}`;
  const inside: string[] = [];
  if (verdict === 'skipped') inside.push(`      <skipped${attributes({ message: reason ?? '' })}/>\n`);
  if (verdict === 'cancelled') inside.push(`      <skipped${attributes({ message: 'cancelled' })}/>\n`);
  if (verdict === 'failed')
    for (const problem of problemsOf(result)) inside.push(problemElement(problem, isError(result) ? 'error' : 'failure', sink));
  const said = result.console.map(({ level, text }) => `${level}: ${text}`).join('\n');
  if (said !== '' && verdict === 'failed') inside.push(`      <system-out>${escapeMarkup(said)}</system-out>\n`);
  return inside.length === 0 ? `${head}/>\n` : `${head}>\n${inside.join('')}    </testcase>\n`;
}

function problemElement(problem: Problem, name: 'failure' | 'error', sink: ReportSink): string {
  const { test, message, file, line, kind, expected, actual } = problem;
  const [first = ''] = message.split('\n');
  const text = [
    `${sink.display(file)}:${line}`,
    ...(test === undefined ? [] : [test]),
    message,
    ...(expected === undefined || actual === undefined ? [] : [`expected: ${expected}`, `actual: ${actual}`]),
  ].join('\n');
  const head = attributes({ message: test === undefined ? first : `${test}: ${first}`, type: kind ?? 'assertion' });
  return `      <${name}${head}>${escapeMarkup(text)}</${name}>\n`;
}
