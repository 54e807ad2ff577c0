import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { diagnosticIds } from '../../src/language/diagnostic.ts';
import { errorsOf } from '../../src/language/onDemand.ts';
import { inspect, type Around } from '../support/inspect.ts';

const page = fs.readFileSync(path.join(import.meta.dirname, '../../docs/diagnostics.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((s) => [s.slice(0, s.indexOf('\n')), s.slice(s.indexOf('\n'))]),
);

const body = '{ required: true, content: { application/json: { schema: { type: object } } } }';
const apiFile: Around = { files: { 'a.yaml': `openapi: 3.1.0\npaths: { /a: { post: { requestBody: ${body} } } }` } };

// What each section describes, as the smallest file that shows it. `encoding` and `environment-file` are about whole files; who says
// `script-syntax` is lent.
const shown: Readonly<Record<string, readonly [text: string, around?: Around]>> = {
  'missing-url': ['GET'],
  'not-a-header': ['GET http://h\nno header'],
  'header-name': ['GET http://h\nBad Name: x'],
  'unclosed-script': ['< {%'],
  'unknown-directive': ['# @nmae x\nGET http://h'],
  'directive-value': ['# @timeout soon\nGET http://h'],
  'definition-name': ['@1 = x'],
  'after-body': ['GET http://h\n?? status == 200\nx'],
  assertion: ['GET http://h\n?? x'],
  'method-case': ['Get http://h'],
  version: ['GET http://h HTTP/3'],
  'not-a-placeholder': ['GET http://h/{{ if }} {{#x}}'],
  'undefined-variable': ['GET http://h/{{x}}'],
  'undefined-until-sent': ['# @name a\nGET http://h\n###\nGET http://h/{{a.response.body}}'],
  'missing-property': ['GET http://h/{{x.y}}', { variables: { x: {} } }],
  'index-out-of-range': ['GET http://h/{{x[0]}}', { variables: { x: [] } }],
  cycle: ['@a = {{a}}'],
  'too-large': [`GET http://h/${'{{a}}'.repeat(70)}`, { variables: { a: 'x'.repeat(1_000_000) } }],
  'unknown-dynamic': ['GET http://h/{{$x}}'],
  'dynamic-arguments': ['GET http://h/{{$uuid 1}}'],
  'unknown-filter': ['GET http://h/{{$uuid | x}}'],
  'defined-below': ['GET http://h/{{x}}\n###\n@x = 1'],
  fragment: ['GET http://h/#x'],
  url: ['GET ftp://h'],
  'json-body': ['POST http://h\n\n{"a": {{x}}}', { variables: { x: 'y' } }],
  'shared-file': ['GET', { at: 'folder.req' }],
  'header-value': ['GET http://h\nA: {{x}}', { variables: { x: '\n' } }],
  'invalid-json': ['POST http://h\nContent-Type: application/json\n\n{'],
  'unexpected-body': ['GET http://h\nContent-Type: text/plain\n\nx'],
  'missing-content-type': ['POST http://h\n\nx'],
  'missing-file': ['POST http://h\nContent-Type: text/plain\n\n< ./x'],
  'data-file': ['# @data ./x.csv\nGET http://h', { files: { 'x.csv': 'a\n' } }],
  'schema-file': ['GET http://h\n\n?? body matchesSchema ./s.json', { files: { 's.json': '{' } }],
  'openapi-document': ['# @openapi ./a.yaml\nGET http://h', { files: { 'a.yaml': '{}' } }],
  'unknown-operation': ['# @openapi ./a.yaml\nGET http://h/b', apiFile],
  'api-parameter': ['# @openapi ./a.yaml\nPOST http://h/a?c=1\nContent-Type: application/json\n\n{}', apiFile],
  'api-body': ['# @openapi ./a.yaml\nPOST http://h/a\nContent-Type: application/json\n\n[]', apiFile],
  graphql: ['# @graphql ./s.graphql\nGRAPHQL http://h\n\n{ b }', { files: { 's.graphql': 'type Query { a: Int }' } }],
  'graphql-deprecated': [
    '# @graphql ./s.graphql\nGRAPHQL http://h\n\n{ a }',
    { files: { 's.graphql': 'type Query { a: Int @deprecated }' } },
  ],
  'graphql-schema': ['# @graphql ./s.graphql\nGRAPHQL http://h\n\n{ a }'],
  'unknown-ref': ['# @ref x\nGET http://h'],
  'header-typo': ['GET http://h\nAcept: a/b'],
  'duplicate-name': ['# @name a\nGET http://h\n###\n# @name a\nGET http://h'],
  'duplicate-variable': ['@a = 1\n@a = 2\nGET http://h/{{a}}'],
  'unused-variable': ['@a = 1\nGET http://h'],
  'shadowed-variable': ['@a = 1\nGET http://h/{{a}}', { files: { 'collection.req': '@a = 2\n' } }],
  'kept-events': ['GET http://h\n?? events[0].data == x'],
  'possible-secret': ['GET http://h\nAuthorization: Bearer k2J9fQ7LmZ4xW8vT1rYc'],
  'ref-cycle': ['# @name x\n# @ref x\nGET http://h'],
  'body-framing': ['POST http://h\nContent-Length: 3\n\n0123456789'],
  'request-setting': ['POST http://h\nContent-Type: multipart/form-data\n\nx'],
};

describe('the page about diagnostics', () => {
  it('has one section for each id, and no other', () => assert.deepEqual([...sections.keys()].toSorted(), [...diagnosticIds].toSorted()));

  it('has a severity and advice for each', () => {
    for (const [id, text] of sections) {
      assert.match(text, /\*\*(?:Error|Warning|Information|Hint)\*\*|\*\*(?:Error|Warning|Information|Hint)\.\*\*/, id);
      assert.ok(text.trim().split(/\n\n/).length >= 2, `${id} has a paragraph on what to do`);
    }
  });

  const elsewhere: readonly string[] = [
    'dialect',
    'encoding',
    'environment-file',
    'failed-assertion',
    'ignored-file',
    'more-problems',
    'script-syntax',
  ];
  for (const id of diagnosticIds.filter((i) => !elsewhere.includes(i))) {
    it(`is correct about ${id}: it is reported, with a listed severity`, async () => {
      const [text, around] = shown[id] ?? [''];
      const r = await inspect(text, around);
      const resolution = r.tree.blocks.some((b) => b.requestLine !== undefined) ? r.resolve() : undefined;
      const all = [...r.diagnostics(), ...(resolution === undefined ? [] : resolution.ok ? resolution.hints : resolution.problems)];
      const found = all.find((d) => d.id === id);
      assert.ok(found, all.map((d) => d.id).join());
      assert.match((sections.get(id) ?? '').toLowerCase(), new RegExp(`\\*\\*${found.severity}[.*]`));
      assert.match(found.message, /^\S.*\S$/);
      assert.deepEqual(
        errorsOf(r.view),
        r.diagnostics().filter((d) => d.severity === 'error'),
        'a search for errors alone finds the same errors',
      );
    });
  }
});
