import * as fc from 'fast-check';
import { secretText } from './canaryForms.ts';
import { scriptStep, sendsOf, sinksFor, sourcesFor, transforms } from './scriptLines.ts';

/** A file of requests that use each other, each other's variables, and the two values. */
export interface TaintGraph {
  readonly text: string;
  /** The file for its `# @data`. */
  readonly data: { readonly name: string; readonly text: string } | undefined;
  /** Whether the requests are sent one by one, as a run of the file, or as a run with the rows for all requests. */
  readonly way: 'send' | 'run' | 'pass';
}

/** A request's value as a placeholder. `before` is the number of requests above it. */
const placeholder = (before: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      'plain',
      '{{$secret.K}}',
      '{{$env.E}}',
      '{{v0}}',
      '{{v1}}',
      '{{d0}}',
      '{{d1 | base64}}',
      '{{c0}}',
      '{{c1}}',
      '{{c0 | base64}}',
      '{{c1 | url}}',
    ),
    ...(before === 0
      ? []
      : [
          fc
            .tuple(fc.nat(before - 1), fc.constantFrom('request.headers.X-H', 'request.url', 'response.body.h', 'response.body.b'))
            .map(([i, path]) => `{{r${i}.${path}}}`),
        ]),
  );

function script(isAfter: boolean, requests: number): fc.Arbitrary<string> {
  const sends = Array.from({ length: requests }, (_, i) => sendsOf(`r${i}`)).flat();
  const step = fc
    .tuple(
      fc.constantFrom(...sourcesFor(isAfter), ...sends),
      fc.constantFrom(...transforms),
      fc.constantFrom(...sinksFor(isAfter)),
      fc.constantFrom(false, false, false, true),
    )
    .map(([source, transform, sink, rethrows]) => scriptStep(source, transform, sink, rethrows));
  return fc
    .array(step, { minLength: 1, maxLength: 3 })
    .map((steps) => `const hex = (s) => [...s].map((c) => c.charCodeAt(0).toString(16)).join("");\n${steps.join('\n')}`);
}

/** The `# @data` of a request: its own, none although the file has one, or that of the file. */
type RowsOfRequest = 'own' | 'none' | 'file';

/** One request: its server, of two, and its values. */
function request(i: number): fc.Arbitrary<(dataName: string | undefined) => string> {
  const optional = (one: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> => fc.option(one, { nil: undefined, freq: 2 });
  return fc
    .record({
      server: fc.constantFrom('GOOD', 'EVIL', '{{host}}'),
      inUrl: placeholder(i),
      inHeader: placeholder(i),
      inBody: placeholder(i),
      pre: optional(script(false, i)),
      post: optional(script(true, i)),
      captures: fc.subarray(['@v0 << body.h', '@v1 << body.b', '@v1 << body.$..h', '@d0 << header X-Back', '@c1 << body.b'], {
        maxLength: 2,
      }),
      ref: fc.option(fc.nat(Math.max(0, i - 1)), { nil: undefined }),
      rows: fc.constantFrom<RowsOfRequest>('own', 'none', 'file', 'file'),
    })
    .map(({ server, inUrl, inHeader, inBody, pre, post, captures, ref, rows }) => (dataName) => {
      const ofData = dataName === undefined || rows === 'file' ? [] : [`# @data ${rows === 'own' ? dataName : 'none'}`];
      return [
        `### r${i}\n# @name r${i}\n# @undefined keep`,
        ...ofData,
        ...(i > 0 && ref !== undefined ? [`# @ref r${ref}`] : []),
        ...(pre === undefined ? [] : [`< {%\n${pre}\n%}`]),
        `POST ${server}/?u=${inUrl}\nX-H: ${inHeader}\nContent-Type: text/plain\n\nb=${inBody}`,
        ...(captures.length === 0 ? [] : [`\n${captures.join('\n')}`]),
        ...(post === undefined ? [] : [`\n> {%\n${post}\n%}`]),
      ].join('\n');
    });
}

const cell = fc.constantFrom('plain', '{{$secret.K}}', '{{$env.E}}', '{{v0}}', '{{d0}}', '{{r0.response.body.b}}');

/** Rows with a secret column `c0`. The secret's text is in no other column. */
const rows = fc.array(
  fc.record(
    {
      c0: fc.constantFrom(secretText, `<${secretText}>`, 'plain', '{{$secret.K}}'),
      c1: cell,
      v1: cell,
      host: fc.constantFrom('GOOD', 'EVIL'),
    },
    { requiredKeys: ['c0', 'c1'] },
  ),
  { minLength: 1, maxLength: 2 },
);

const formats: Readonly<Record<string, (of: readonly Readonly<Record<string, string>>[]) => string>> = {
  csv(of) {
    const names = Object.keys(of[0] ?? {});
    return [names, ...of.map((row) => names.map((name) => row[name] ?? 'plain'))].map((fields) => `${fields.join(',')}\n`).join('');
  },
  json: (of) => JSON.stringify(of.map((row) => ({ ...row, nested: { c0: 1, list: [row['c1']] } }))),
  jsonl: (of) => of.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

const data = fc
  .tuple(fc.constantFrom('csv', 'json', 'jsonl'), rows)
  .map(([format, of]) => ({ name: `rows.${format}`, text: formats[format]?.(of) ?? '' }));

export const taintGraph: fc.Arbitrary<TaintGraph> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => request(i)))),
    fc.option(data, { nil: undefined, freq: 2 }),
    fc.boolean(),
    fc.constantFrom('send', 'send', 'run', 'pass'),
  )
  .map(([requests, rowsOfFile, isForFile, way]): TaintGraph => {
    const name = rowsOfFile?.name;
    const first = [
      '# @secret c0',
      ...(isForFile && name !== undefined ? [`# @data ${name}`] : []),
      '@host = GOOD',
      '@d0 = {{v0}} {{$env.E}}',
      '@d1 = <{{v1}}>',
    ];
    return { text: `${[first.join('\n'), ...requests.map((write) => write(name))].join('\n\n')}\n`, data: rowsOfFile, way };
  });
