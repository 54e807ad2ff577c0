import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { imported } from '../../support/imported.ts';
import { runs } from '../../support/runs.ts';

const har = (entries: readonly unknown[], pages: readonly unknown[] = []): string =>
  JSON.stringify({ log: { version: '1.2', pages, entries } });
const entry = (request: object, pageref?: string): object => ({
  pageref,
  request: { method: 'GET', url: 'https://a.b/c?d=e', headers: [], ...request },
});
const files = (text: string): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path: 'rec.har', text }]).files.map((f) => [f.path, f.text]));

describe('importing from HAR', () => {
  it('keeps requests in their order, without the headers of the connection', () => {
    const text = har([
      entry({
        headers: [
          { name: ':authority', value: 'a.b' },
          { name: 'Host', value: 'a.b' },
          { name: 'Cookie', value: 'x=1' },
          { name: 'Connection', value: 'close' },
          { name: 'A', value: '{{b}}' },
        ],
      }),
      entry({ method: 'POST', postData: { mimeType: 'application/json', text: '{"a":1}' } }),
    ]);
    assert.equal(
      files(text).get('rec.req'),
      '### GET /c\nGET https://a.b/c?d=e\nCookie: {{$secret.cookie}}\nA: \\{{b}}\n\n### POST /c\nPOST https://a.b/c?d=e\nContent-Type: application/json\n\n{"a":1}\n',
    );
    const { notes, secrets } = imported('har', [{ path: 'rec.har', text }]);
    assert.deepEqual(
      notes.map((n) => n.level),
      ['information', 'information'],
    );
    assert.deepEqual(secrets, [{ name: 'cookie', value: 'x=1' }]);
  });

  it('reports a binary body, which text cannot hold, and reads text in base64', () => {
    const read = (postData: object) => {
      const { files: all, notes } = imported('har', [{ path: 'rec.har', text: har([entry({ method: 'POST', postData })]) }]);
      return [all.map((f) => f.text).join(''), notes.filter((n) => n.level === 'warning').map((n) => n.message)] as const;
    };
    assert.match(read({ mimeType: 'image/png', text: '\u0089PNG\u0000' })[1].join(), /not text and would be sent as other bytes/);
    assert.match(read({ mimeType: 'image/png', text: btoa('\u0089PNG'), encoding: 'base64' })[1].join(), /written as base64/);
    const [text, warnings] = read({ mimeType: 'text/plain', text: btoa('hello there'), encoding: 'base64' });
    assert.deepEqual([/\n\nhello there\n/.test(text), warnings], [true, []], text);
  });

  it('has the query and the cookies of a program that does not write them into URL and headers', () => {
    const queryString = [
      { name: 'q', value: 'a b&c' },
      { name: 'e', value: '' },
    ];
    const cookies = [
      { name: 'sid', value: '1' },
      { name: 't', value: '2' },
    ];
    const [written, both] = ['https://a.b/c', 'https://a.b/c?q=1'].map((url) => {
      const headers = url.includes('?') ? [{ name: 'cookie', value: 'sid=3' }] : [];
      const { files: all, secrets } = imported('har', [{ path: 'rec.har', text: har([entry({ url, queryString, cookies, headers })]) }]);
      return [all[0]?.text, secrets[0]?.value];
    });
    assert.deepEqual(written, ['### GET /c\nGET https://a.b/c?q=a%20b%26c&e=\nCookie: {{$secret.cookie}}\n', 'sid=1; t=2']);
    assert.deepEqual(both, ['### GET /c\nGET https://a.b/c?q=1\ncookie: {{$secret.cookie}}\n', 'sid=3']);
  });

  it('names the files of a form, whose content browsers do not record', () => {
    const part = (disposition: string, content: string): string =>
      `--X\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
    const body = `${part('name="a"; filename="dir/é 1.png"', '')}${part('name="b"; filename="kept.txt"', 'kept')}${part('name="c"; filename=""', '')}--X--\r\n`;
    const mimeType = 'multipart/form-data; boundary=X';
    const text = har([entry({ method: 'POST', postData: { mimeType, text: body } })]);
    const { files: all, notes } = imported('har', [{ path: 'rec.har', text }]);
    assert.ok(all[0]?.text.includes('filename="dir/é 1.png"\nContent-Type: image/png\n\n< ./é 1.png\n--X\n'), all[0]?.text);
    assert.ok(all[0]?.text.includes('filename="kept.txt"\nContent-Type: image/png\n\nkept\n--X\n'));
    assert.ok(all[0]?.text.includes('filename=""\nContent-Type: image/png\n\n\n--X--'));
    assert.deepEqual(
      notes.filter((n) => n.level === 'warning').map((n) => n.message),
      ['The recording does not contain the file é 1.png: put it beside the .req file.'],
    );
  });

  it('makes a file of each page', () => {
    const found = files(
      har(
        [entry({}, 'p1'), entry({}, 'p2')],
        [
          { id: 'p1', title: 'https://a.b/x' },
          { id: 'p2', title: '../../y' },
        ],
      ),
    );
    assert.deepEqual([...found.keys()], ['rec/a.b-x.req', 'rec/y.req']);
  });

  it('has forms as they were filled in', () => {
    const form = (mimeType: string): string =>
      files(
        har([
          entry({
            method: 'POST',
            postData: {
              mimeType,
              params: [
                { name: 'a', value: 'b%20c' },
                { name: 'f', fileName: 'x.txt', contentType: 'text/plain' },
              ],
            },
          }),
        ]),
      ).get('rec.req') ?? '';
    assert.match(form('application/x-www-form-urlencoded'), /\n\na=b\+c\n&f=/);
    assert.match(
      form('multipart/form-data; boundary=x'),
      /boundary=req-form-boundary\n[^]*filename="x\.txt"\nContent-Type: text\/plain\n\n< \.\/x\.txt\n/,
    );
  });

  it('leaves out requests that are not HTTP, and refuses input that is not HAR', () => {
    const { notes, requests, whole } = imported('har', [{ path: 'r.har', text: har([entry({ url: 'wss://a' }), entry({})]) }]);
    assert.deepEqual([requests, whole, notes[0]?.level], [2, 1, 'warning']);
    assert.throws(() => imported('har', [{ path: 'r.har', text: '{"log": {}}' }]), /r\.har is not a HAR file: it has no log with entries/);
    assert.throws(() => imported('har', [{ path: 'r.har', text: '{\n"log": ' }]), /r\.har is not a HAR file: it is not JSON, line 2/);
  });

  it('throws for no log, and writes text that Req parses', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('{{a}}', '### x', '?? y\n', 'a: b', 'https://a/ b', '> {%', '< ./f\n', 'x\r\n'),
    );
    const pair = fc.record({ name: any, value: any });
    const request = fc.record({
      method: any,
      url: any.map((u) => `https://${u}`),
      headers: fc.array(pair, { maxLength: 3 }),
      postData: fc.record({
        mimeType: fc.oneof(any, fc.constantFrom('text/plain', 'multipart/form-data; boundary=b', 'application/x-www-form-urlencoded')),
        text: any,
        params: fc.array(pair, { maxLength: 2 }),
      }),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 3 }), (requests) => {
        const { notes, files: written } = imported('har', [{ path: 'r.har', text: har(requests.map((r) => ({ request: r }))) }]);
        assert.deepEqual(
          notes.filter((n) => n.message.startsWith('NOT VALID')),
          [],
          written[0]?.text,
        );
      }),
      { numRuns: runs(200) },
    );
  });
});
