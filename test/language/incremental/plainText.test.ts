import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { semanticTokens, type Diagnostic, type FileView } from '../../../src/language/index.ts';
import { diagnostics } from '../../../src/language/onDemand.ts';
import { plainFormOf } from '../../../src/language/semantics/values/plainText.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const file = `${root}/a.req`;

const viewOf = async (text: string, script?: string): Promise<FileView> => {
  const found = script === undefined ? undefined : ({ value: script, origin: { layer: 'script', request: 'b' } } as const);
  const variables = { find: (name: string) => (name === 'w' ? found : undefined), names: () => (found === undefined ? [] : ['w']) };
  const { workspace } = memoryWorkspace(new Map([[file, text]]), { variables });
  return workspace.know({ file, version: 1, getText: () => text }, { whole: true });
};

const foundIn = (view: FileView): unknown => [
  diagnostics(view).map((d: Diagnostic) => [d.id, d.severity, d.message, d.range.start, d.range.end]),
  semanticTokens(view).map(({ kind, range }) => [kind, range.start]),
];

const pieces = [
  'http://',
  'HTTPS://',
  'a',
  'api',
  '.',
  '-',
  '--',
  ':',
  '80',
  '65535',
  '65536',
  '0',
  '09',
  '1',
  '255',
  '256',
  '/',
  '//',
  'v1',
  '_',
  '~',
  '%',
  '@',
  '?',
  '#',
  ' ',
  'xn--a',
  'é',
  'basic',
  'json',
  '..',
];
const values = fc
  .oneof(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((all) => all.join('').trim()),
    fc.constantFrom('json', 'basic', '5'),
    fc.webUrl(),
    fc.domain(),
    fc.ipV4().chain((ip) => fc.nat({ max: 70_000 }).map((port) => `${ip}:${port}`)),
  )
  .filter((text) => text !== '');

const starts = [
  '',
  'http://',
  'https://',
  'HTTP://',
  'http:/',
  'unix:',
  'ftp://',
  'http://h',
  'http://h/',
  'http://h:',
  'http://u:',
  'http://u@',
  '/',
  '?',
  'http://h?x=',
];
const ends = [
  '',
  '/',
  '/a',
  '?x=1',
  '.com',
  ':80',
  '@h',
  '#f',
  '//',
  '/{{v}}',
  '{{v}}',
  '/#f',
  '%zz',
  '\\',
  '\n  ?a={{v}}\n  &b={{v}}',
  ' HTTP/1.1',
];
const headers = [
  '',
  'X: {{v}}',
  'X: a\n  {{v}}',
  'Host: {{v}}',
  'Authorization: Bearer {{v}}',
  'Authorization: {{v}} b c',
  'Authorization: Basic {{v}}',
  'Content-Length: {{v}}',
  'Content-Type: {{v}}',
  'Content-Type: application/{{v}}',
  'Transfer-Encoding: {{v}}',
];
const bodies = ['', '\n{"a": {{v}}}', '\n{"a": "{{v}}"}', '\n{"a": 1 "{{v}}"}', '\n{{v}}', '\n< ./{{v}}'];
const directives = ['', '# @no-encode\n', '# @auth bearer {{v}}\n', '# @undefined keep\n', '# @auth basic {{v}} b\n', '# @timeout {{v}}\n'];

const requests = fc
  .tuple(
    fc.constantFrom(...directives),
    fc.constantFrom('GET ', 'POST ', ''),
    fc.constantFrom(...starts),
    fc.constantFrom(...ends),
    fc.constantFrom(...headers),
    fc.constantFrom(...bodies),
  )
  .map(
    ([directive, method, start, end, header, body]) =>
      `### R\n${directive}${method}${start}{{v}}${end}\n${header}${header === '' ? '' : '\n'}${body}\n`,
  );

const forms = fc.constantFrom('{{w}}', '{{w}}', '{{w}}', '{{ w }}', '{{w}}/v1', '{{w}}/', '{{w}}/a/../~b');

const examples: [string, string, string[]][] = [
  ['json', '{{w}}', ['### R\nPOST http://h\nContent-Type: application/{{v}}\n\n{"a": 1 "b"}\n']],
  ['basic', '{{w}}', ['### R\nGET http://h\nAuthorization: {{v}} {{undefinedName}}\n']],
  ['5', '{{w}}', ['### R\nPOST http://h\nContent-Length: {{v}}\n\nabcde\n']],
  ['http://h:65536', '{{w}}', ['### R\nGET {{v}}/a\n']],
  ['http://h', '{{w}}/v1', ['### R\nGET {{v}}:80/a\n', '### R\nGET http://{{v}}/a\n']],
  ['h', '{{w}}', ['### R\nGET {{v}}:/a\n', '### R\nGET http://h{{v}}@/\nX: {{v}}\n']],
];

describe('the kind of a plain text', () => {
  it('contains everything that the findings of a request depend on', async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(values, forms, fc.array(requests, { minLength: 1, maxLength: 10 }), async (value, form, all) => {
        if (plainFormOf(value) !== undefined) plain++;
        const text = `@w = ${value}\n@v = ${form}\n\n${all.join('\n')}`;
        // A value that a script has set has no kind, so the checks are over the value itself.
        assert.deepEqual(foundIn(await viewOf(text)), foundIn(await viewOf(text, value)), text);
      }),
      { numRuns: runs(250), examples },
    );
    // About a quarter; far fewer would test little.
    assert.ok(plain > 20, String(plain));
  });
});
