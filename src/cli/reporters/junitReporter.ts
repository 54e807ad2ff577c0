import type { FileRun, RequestResult } from '../../runner/index.ts';
import { nameOfResult, passOf, problemsOf, type Problem } from './describe.ts';
import { countsOf, countText, partsText } from './contractLines.ts';
import type { ApiCoverage, Reporter, ReportSink } from './reporter.ts';
import { escapeAttribute, escapeMarkup } from './xml.ts';

/** A file while it runs. Its test cases are converted to text at once, so that little work is left at the end. */
interface Suite {
  readonly unit: FileRun;
  readonly cases: string[];
  readonly counts: Counts;
  readonly seeds: Set<number>;
  startTime: number | undefined;
  elapsedMs: number;
}

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

const noCounts = (): Counts => ({ tests: 0, failures: 0, errors: 0, skipped: 0 });

/** JUnit XML for Jenkins (junit-10.xsd) and Surefire: a suite per file, a test case per request. */
export function junitReporter(sink: ReportSink): Reporter {
  const suites: Suite[] = [];
  const all = noCounts();
  return {
    take(e) {
      if (e.kind === 'file-started')
        suites.push({ unit: e.unit, cases: [], counts: noCounts(), seeds: new Set(), startTime: undefined, elapsedMs: 0 });
      const suite = suites.at(-1);
      if (e.kind !== 'request' || suite === undefined) return;
      const { result } = e;
      for (const counts of [suite.counts, all]) count(result, counts);
      if (result.of.seed !== undefined) suite.seeds.add(result.of.seed);
      suite.startTime ??= result.startTime;
      suite.elapsedMs += result.elapsedMs;
      suite.cases.push(testCase(result, sink));
    },
    *end({ elapsedMs, contract = [] }) {
      const { skipped: _, ...counts } = all;
      const head = attributes({ name: 'req run', ...counts, time: seconds(elapsedMs) });
      yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n`;
      for (const suite of suites) yield* suiteText(suite, sink);
      for (const api of contract) yield contractSuite(api, sink);
      yield '</testsuites>\n';
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

function count(result: RequestResult, counts: Counts): void {
  const { verdict } = result;
  counts.tests++;
  if (verdict === 'failed') counts[isError(result) ? 'errors' : 'failures']++;
  else if (verdict !== 'passed') counts.skipped++;
}

function* suiteText({ unit, cases, counts, seeds, startTime = 0, elapsedMs }: Suite, sink: ReportSink): Generator<string> {
  const file = sink.display(unit.file);
  const pass = passOf(unit);
  const head = attributes({
    name: pass === undefined ? file : `${file} (${pass})`,
    ...counts,
    time: seconds(elapsedMs),
    timestamp: new Date(startTime).toISOString().slice(0, 19),
    file,
  });
  yield `  <testsuite${head}>\n${seedProperties(seeds)}`;
  for (const [i, text] of cases.entries()) {
    if (sink.isLate()) {
      const rest = attributes({ name: 'left out', classname: file, time: seconds(0) });
      yield `    <testcase${rest}><skipped message="${cases.length - i} test cases are left out after Ctrl+C."/></testcase>\n`;
      break;
    }
    yield text;
  }
  yield '  </testsuite>\n';
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
function seedProperties(seeds: ReadonlySet<number>): string {
  if (seeds.size === 0) return '';
  return `    <properties>\n      <property${attributes({ name: 'seed', value: [...seeds].join(', ') })}/>\n    </properties>\n`;
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
