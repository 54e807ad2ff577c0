import assert from 'node:assert/strict';
import path from 'node:path';
import { parseJson } from '../src/base/json/json.ts';
import { isDateValue, isObjectValue, valueToJson, valueToText, type Value } from '../src/base/values/value.ts';
import { createWorkspace } from '../src/cli/world/cliWorkspace.ts';
import { isRequest, listRequests, type DataVariables, type FileView } from '../src/language/index.ts';
import { diagnostics, inlayHints } from '../src/language/onDemand.ts';
import { hover } from '../src/language/onDemand.ts';
import { lookAt, placeholdersOf, type FoundPlaceholder } from '../src/language/features/navigation/placeholders.ts';
import { lookResolved } from '../src/language/features/structure/resolved.ts';
import { holdsStandIn } from '../src/language/semantics/variables/standIns.ts';
import { makeFolder, runReq, type Folder } from './support/command.ts';
import { startRecorder, type Recorder } from './support/recorder.ts';

/** Files whose placeholders all have values, by feature. */
const sound: Readonly<Record<string, string>> = {
  'the file over the environment over the collection':
    '@both = of the file\nGET {{host}}/{{both}}?e={{fromEnv}}&c={{fromCollection}}&s={{shared}}&h={{hidden}}',
  'values that refer to each other':
    '@a = {{fromEnv}}-{{shared}}\n@b = [{"x": "{{a}}"}]\nPOST {{host}}/{{b[0].x}}\nX-B: {{b}}\n\n{"b": {{b}}, "a": "{{a}}"}',
  'a value in every part of a URL': 'GET {{host}}/{{odd}}/x{{odd}}?{{odd}}={{odd}}&y=1{{odd}}\n    &z={{odd}}\n    /more',
  'forms, as they are encoded':
    'POST {{host}}/form\nContent-Type: application/x-www-form-urlencoded\n\na={{odd}}\n&b={{fromEnv}}&c=x{{odd | url}}',
  'JSON, escaped where that is asked for':
    '# @escape json\nPOST {{host}}/json\n\n{"a": "{{quoted}}", "b": {{list}}, "c": "{{list}}", "d": {{quoted}}}',
  'filters at their places':
    'POST {{host}}/{{odd | base64url}}\nA: {{odd | upper | trim}}\n\n{"q": "{{quoted | json}}", "r": {{quoted | json}}}',
  'what is undefined with a default': 'GET {{host}}/{{nobody | default "d e"}}/{{list[9] | default "none"}}',
  'a definition below, and one above':
    'GET {{host}}/{{below}}/{{above}}\n\n###\n@above = 1\n@below = 2\n\n###\n@above = 3\nGET {{host}}/{{above}}',
  'escaped braces and odd runs of them': 'POST {{host}}/x\n\n{"a": "\\{{nobody}}", "b": {{{list}}}, "c": "C:\\\\{{fromEnv}}"}',
  'dates, big numbers and nested values':
    'POST {{host}}/{{when}}/{{big}}\nX: {{map}}\n\n{"w": "{{when}}", "b": {{big}}, "m": {{map}}, "l": {{list}}}',
  'several requests in one file':
    '### A\nGET {{host}}/a/{{fromEnv}}\n\n### B\nPOST {{host}}/b\nX: {{shared}}\n\n{{odd}}\n\n### C\n{{host}}/c?x={{list[1]}}',
};

/** Files that cannot be sent, by reason. */
const unsound: Readonly<Record<string, string>> = {
  'names that nothing defines': 'GET {{host}}/{{fromEnvv}}\nX: {{nobody}}\n\n{{nobody.deep}}',
  'parts that are not there': 'GET {{host}}/{{list[2]}}/{{fromEnv.x}}/{{map.nmae}}',
  'a circle': '@egg = {{hen}}\n@hen = {{egg}}\nGET {{host}}/{{egg}}',
  'an unknown filter and dynamic': 'GET {{host}}/{{odd | uper}}/{{$uuidd}}/{{$randomInt 5 1}}',
};

const collection = '@fromCollection = of the collection\n@hidden = hidden by the environment\n@both = of the collection\n';
const environments = { dev: { fromEnv: 'of dev', hidden: 'by dev', both: 'of dev' }, $shared: { shared: 'for all', fromEnv: 'never' } };
const variables = new Map<string, Value>([
  ['odd', 'a b&c=d+é#?/%41%'],
  ['quoted', 'say "hi"\n'],
  ['list', ['x', 'y']],
  ['map', new Map([['name', 1]])],
  ['when', new Date(0)],
  ['big', 12345678901234567890n],
]);

/** Dates in the form of `--vars`. */
const withDates = (value: Value): Value =>
  isDateValue(value)
    ? new Map([['$date', valueToText(value)]])
    : Array.isArray(value)
      ? (value as readonly Value[]).map(withDates)
      : isObjectValue(value)
        ? new Map([...value].map(([k, v]) => [k, withDates(v)]))
        : value;

const sorted = (all: readonly unknown[]): readonly string[] => all.map(String).toSorted((a, b) => (a < b ? -1 : 1));

interface Fixture {
  readonly title: string;
  readonly name: string;
  readonly text: string;
  readonly variables: ReadonlyMap<string, Value>;
}

interface DryRun {
  readonly line: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: { readonly text?: string } | null;
  };
}

describe('hover, hints, problems, lenses, --dry-run and a send agree on', () => {
  let recorder: Recorder;
  let folder: Folder;
  const fixtures: Fixture[] = Object.entries(sound).map(([title, text], i) => ({ title, name: `sound-${i}.req`, text, variables }));
  const broken: Fixture[] = Object.entries(unsound).map(([title, text], i) => ({ title, name: `unsound-${i}.req`, text, variables }));

  before(async () => {
    recorder = await startRecorder();
    folder = makeFolder({
      'collection.req': `${collection}@host = ${recorder.url}\n`,
      'http-client.env.json': JSON.stringify(environments),
    });
    for (const { name, text, variables: own } of [...fixtures, ...broken]) {
      folder.write(name, `${text}\n`);
      folder.write(`${name}.json`, valueToJson(withDates(new Map(own))));
    }
  });
  after(async () => {
    folder.remove();
    await recorder.close();
  });

  async function viewOf({ name, variables: own }: Fixture): Promise<FileView> {
    const data: DataVariables = {
      find: (n) => (own.has(n) ? { value: own.get(n) as Value, origin: { layer: 'option' } } : undefined),
      names: () => own.keys(),
    };
    const file = path.join(folder.path, name);
    const workspace = createWorkspace({ files: [{ file, fallbackRoot: folder.path }], variables: data, environment: 'dev' });
    const text = folder.read(name);
    return workspace.know({ file, version: 1, getText: () => text }, { whole: true });
  }

  const flags = (f: Fixture): readonly string[] => ['--env', 'dev', '--vars', `${f.name}.json`];

  async function dryRun(f: Fixture): Promise<readonly DryRun[]> {
    const { code, stdout, stderr } = await runReq(['send', f.name, '--all', '--dry-run', '--json', ...flags(f)], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as readonly DryRun[];
  }

  /** The result of every feature for each placeholder of a file. */
  function* said(
    view: FileView,
  ): Generator<{ found: FoundPlaceholder; hover: string; hint: string | undefined; error: boolean; value: Value | undefined }> {
    const problems = diagnostics(view);
    const hints = new Map(inlayHints(view, { start: 0, end: view.tree.text.length }, 'everywhere').map((h) => [h.offset, h.text]));
    for (const block of view.tree.blocks) {
      for (const found of placeholdersOf(view.tree, block)) {
        const { range } = found.placeholder;
        const result = lookAt(found, view.look(block));
        yield {
          found,
          hover: hover(view, range.start + 2)?.markdown ?? '',
          hint: hints.get(range.end),
          error: problems.some((d) => d.severity === 'error' && d.range.start === range.start),
          value: result.ok ? result.value : undefined,
        };
      }
    }
  }

  for (const f of fixtures) {
    it(f.title, async () => {
      const view = await viewOf(f);
      for (const { found, hover: shown, hint, error, value } of said(view)) {
        const { text } = found.placeholder;
        assert.ok(value !== undefined && !error && !shown.includes('⚠'), `${text}: ${shown}`);
        const plain = valueToText(value);
        if (holdsStandIn(plain)) continue;
        assert.ok(
          hint !== undefined && plain.replace(/\s+/g, ' ').startsWith(hint.replace(/…$/, '').replace(/␊.*/, '')),
          `${text}: ${hint}`,
        );
        assert.ok(shown.includes(plain.slice(0, 20)) || isObjectValue(value) || Array.isArray(value), `${text}: ${shown}`);
      }
      const sendable = listRequests(view.tree);
      const dry = await dryRun(f);
      assert.deepEqual(
        dry.map((d) => d.line),
        sendable.map((r) => r.line),
      );
      recorder.requests.length = 0;
      const { code, stderr } = await runReq(['send', f.name, '--all', ...flags(f)], { cwd: folder.path });
      assert.equal(code, 0, stderr);
      for (const [i, { block }] of sendable.entries()) {
        const { resolution, placed } = lookResolved(view, block);
        assert.ok(resolution.ok);
        const [look, would, sent] = [resolution.request, dry[i]?.request, recorder.requests[i]];
        assert.ok(would && sent);
        assert.equal(would.method, look.method);
        assert.equal(would.url, look.wireUrl);
        assert.equal(sent.target, look.wireUrl.slice(recorder.url.length));
        const body = look.body.map((p) => (p.kind === 'text' ? p.text : '')).join('');
        assert.equal(would.body?.text ?? '', body);
        assert.equal(sent.body, body);
        for (const [name, value] of look.headers) {
          assert.ok(
            would.headers.some(([n, v]) => n === name && v === value),
            `${name}: ${value}`,
          );
          assert.ok(
            sent.headers.some(([n, v]) => n === name && Buffer.from(v, 'latin1').toString() === value),
            `${name}: ${value}`,
          );
        }
        const urlHover = hover(view, block.requestLine.target.end)?.markdown ?? '';
        if (!block.requestLine.target.text.endsWith('}}')) assert.ok(urlHover.includes(look.wireUrl), urlHover);
        for (const found of placeholdersOf(view.tree, block)) {
          const text = placed.get(found.placeholder.range.start);
          if (found.place.kind === 'target') assert.ok(text !== undefined && would.url.includes(text.replace(/#.*/, '')), text);
          if (found.place.kind === 'body') assert.ok(text !== undefined && body.includes(text), text);
        }
      }
    });
  }

  for (const f of broken) {
    it(`${f.title}: it is not sent`, async () => {
      const view = await viewOf(f);
      const errors: number[] = [];
      for (const { found, hover: shown, hint, error, value } of said(view)) {
        const undefinedHere = value === undefined;
        assert.equal(error, undefinedHere, found.placeholder.text);
        assert.equal(shown.startsWith('⚠'), undefinedHere, shown);
        if (undefinedHere) assert.equal(hint, undefined);
        if (undefinedHere && isRequest(found.block) && found.place.kind !== 'definition') errors.push(found.placeholder.range.start);
      }
      const { code, stdout } = await runReq(['send', f.name, '--dry-run', '--json', ...flags(f)], { cwd: folder.path });
      assert.equal(code, 3, stdout);
      const checked = await runReq(['check', f.name, '--json', ...flags(f)], { cwd: folder.path });
      const reported = (parseJson(checked.stdout) as readonly Value[]).map((d) => (d as ReadonlyMap<string, Value>).get('message'));
      assert.deepEqual(sorted(reported), sorted(diagnostics(view).map((d) => d.message)));
      const { message } = (JSON.parse(stdout) as { readonly error: { readonly message: string } }).error;
      for (const at of errors) {
        const { line, column } = view.tree.lines.positionAt(at);
        assert.ok(
          message.includes(`${line + 1}:${column + 1}`) || message.includes(view.tree.text.slice(at, view.tree.text.indexOf('}}', at) + 2)),
          message,
        );
      }
    });
  }
});
