import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fromCurl, toCurl } from '../../../src/convert/curl/index.ts';
import { parse, type Header } from '../../../src/language/index.ts';
import { resolved } from '../../support/exchange.ts';
import { inspect } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';

/** Texts with a meaning in Req, shells and curl. No bar, which the test kit would read as the cursor. */
const pieces = [
  '{{',
  '}}',
  '\\',
  '{',
  '\\{\\{a\\}\\}',
  '###',
  '??',
  '< ./a',
  '> {%',
  '<> x',
  '@',
  '&',
  '=',
  ';',
  '$A',
  '$(a)',
  '`',
  '"',
  "'",
  '!',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  'a',
  'é',
  '😀',
  '#',
  '//',
  '"a": 1',
  '[',
  ']',
  '%',
  '%20',
  '\u0001',
  '^',
  '--B',
  '\u2028',
];
const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 12 }).map((p) =>
  p
    .join('')
    .toWellFormed()
    .replace(/[\0\ufdd0-\ufdd7|]/g, ''),
);
const line = text.map((t) => t.replace(/[\r\n\u0085]/g, '').trim());
const type = fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=B', 'application/graphql');

describe('any request', () => {
  it('is the same after it was a curl command', async () => {
    await fc.assert(
      fc.asyncProperty(text, line, type, fc.constantFrom('\n' as const, '\r\n' as const), async (body, value, contentType, eol) => {
        const headers: Header[] = [['Content-Type', contentType], ...(value === '' ? [] : [['X-Any', value] as const])];
        const request = resolved('http://127.0.0.1:1/', { method: 'POST', headers, body });
        const [back] = fromCurl(toCurl(request), { eol }).requests;
        const written = back?.text ?? '';
        if (eol === '\r\n') assert.ok(!/(?:^|[^\r])\n/.test(written));
        else assert.ok(!written.includes('\r'));
        const found = await inspect(written);
        assert.deepEqual(
          parse(written).diagnostics.filter((d) => d.severity === 'error'),
          [],
        );
        assert.deepEqual(found.sent().headers, headers);
        assert.equal(found.body(), body);
      }),
      { numRuns: runs(400) },
    );
  });
});
