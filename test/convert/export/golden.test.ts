import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { createFinder } from '../../../src/base/masks/mask.ts';
import { exportTargets, exportRequests, type ExportTarget, type RequestToExport } from '../../../src/convert/export/index.ts';
import { fromCurl } from '../../../src/convert/curl/index.ts';
import { importFiles } from '../../../src/convert/import/index.ts';
import type { RequestParts } from '../../support/exchange.ts';
import { exportedText, toExport } from '../../support/exported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';
import { inspect } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/export');
const host = 'http://127.0.0.1:4010';
const secrets = ['tell-nobody'];

async function sample(): Promise<readonly RequestToExport[]> {
  const text = (t: string): { readonly kind: 'text'; readonly text: string } => ({ kind: 'text', text: t });
  return Promise.all([
    toExport(
      `${host}/users?key=tell-nobody&q=a%20b`,
      {
        secrets,
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', `Basic ${btoa('ada:tell-nobody')}`],
        ],
        options: { followRedirects: false, timeoutMs: 5000 },
      },
      'listUsers',
    ),
    toExport(
      `${host}/users`,
      {
        secrets,
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Key', 'tell-nobody'],
        ],
        body: '{\n  "name": "Ada \\"$x\\" `é`"\n}',
        options: { insecure: true, timeoutMs: 0 },
      },
      'Create a user\n*/ evil()',
    ),
    toExport(
      `${host}/files`,
      {
        method: 'POST',
        headers: [['Content-Type', 'multipart/form-data; boundary=b']],
        body: [
          text('--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n'),
          { kind: 'file', path: 'test/fixtures/export/file.dat' },
          text('\r\n--b--\r\n'),
        ],
        options: { timeoutMs: 0 },
      },
      '',
    ),
  ]);
}

describe('an export', () => {
  for (const { id } of exportTargets) {
    it(`is written as it was looked at, without secrets: ${id}`, async () => {
      const found = exportedText(id, await sample(), false);
      const golden = path.join(folder, `${id}.txt`);
      if (process.env['REQ_UPDATE_GOLDEN'] !== undefined) fs.writeFileSync(golden, found);
      assert.equal(found, fs.readFileSync(golden, 'utf8'));
      assert.ok(!/tell-nobody|dGVsbC1ub2JvZHk|^evil|\*\/\s*evil\(\)$/m.test(found.replaceAll(/^(?:#|\/\/|\s+\/\/).*$/gm, '')));
    });
  }

  const imported = (to: ExportTarget, text: string): string => {
    if (to === 'curl')
      return fromCurl(text)
        .requests.map((r) => r.text)
        .join('\n\n###\n\n');
    const { files } = importFiles(to === 'har' ? 'har' : 'http', [{ path: `x.${to}`, text }], () => []);
    return files.map((f) => f.text).join('\n');
  };

  for (const to of ['curl', 'http', 'har'] as const) {
    it(`is the same request when it is read again: ${to}`, async () => {
      const all = [
        await toExport(
          `${host}/a%20b?x=1&y=%22`,
          {
            headers: [
              ['X-A', "it's"],
              ['X-B', 'b'],
            ],
          },
          'one',
        ),
        await toExport(`${host}/b`, { method: 'PUT', headers: [['Content-Type', 'text/plain']], body: 'first\n\n  second é' }, 'two'),
      ];
      for (const one of all) {
        const read = await inspect(imported(to, exportedText(to, [one])));
        const { method, wireUrl, headers, body } = read.sent();
        const wanted = one.resolved;
        const kept = headers.filter(([n]) => wanted.headers.some(([w]) => w === n));
        assert.deepEqual([method, wireUrl, kept, body], [wanted.method, wanted.wireUrl, wanted.headers, wanted.body]);
      }
    });
  }

  it('is the same request when it is read again, whatever its body contains: http', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '###',
        '### GET http://evil/',
        '# a',
        '// b',
        '?? status == 200',
        '< ./a',
        '<@ ./a',
        '<> ./a',
        '> ./a.js',
        '> {% a %}',
      ),
      fc.constantFrom('>> a', '>a', '<a>', '@a = 1', 'GET http://b/', 'A: b', '{', '}', '%}', '# @name x', '--b', '\t', ' x ', '$a', '???'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const body = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 2 }), async (bodies) => {
        const headers = [['Content-Type', 'text/x']] as const;
        const all = await Promise.all(bodies.map((text, i) => toExport(`${host}/${i}`, { method: 'PUT', headers, body: text }, `r${i}`)));
        const how = { plain: false, names: new Map<string, string>(), finderOf: createFinder };
        const { parts, notes } = exportRequests('http', all, how);
        const text = parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
        const sends = await sendsOf(importFiles('http', [{ path: 'x.http', text }], () => []));
        assert.deepEqual(
          [...sends.keys()],
          all.map((r) => r.resolved.name),
          text,
        );
        for (const { resolved } of all) {
          if (notes.some((n) => n.startsWith(`${resolved.name}: `))) continue;
          const again = sends.get(resolved.name);
          assert.ok(again);
          assert.equal(bodyText(again), bodyText(resolved), text);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('reports what is not carried over', async () => {
    const digest = await toExport(host, { auth: { kind: 'digest', user: 'a', password: 'tell-nobody' }, secrets }, 'one');
    const how = { plain: false, names: new Map<string, string>(), finderOf: createFinder };
    assert.match(exportRequests('go', [digest], how).notes.join(), /one: # @auth digest is left out/);
    const python = exportRequests('python', [digest], how);
    assert.deepEqual([python.notes, python.variables], [[], ['REQ_SECRET_PASSWORD']]);
    const curl = exportRequests('curl', [{ ...digest, checks: 1 }], how);
    assert.match(curl.notes.join(), /Assertions/);
    assert.match(curl.parts.map((p) => (p.kind === 'text' ? p.text : '')).join(''), /--digest -u a:"\$REQ_SECRET_PASSWORD"/);
    const twice = exportRequests('fetch', [digest, digest], how)
      .parts.map((p) => (p.kind === 'text' ? p.text : ''))
      .join('');
    assert.match(twice, /sendOne\(\)[^]*sendOne2\(\)/);
  });

  it('reports what a .http file cannot have in a body', async () => {
    const notes = async (type: string, body: string): Promise<readonly string[]> => {
      const one = await toExport(host, { method: 'POST', headers: [['Content-Type', type]], body }, 'one');
      return exportRequests('http', [one], { plain: false, names: new Map(), finderOf: createFinder }).notes;
    };
    assert.deepEqual(await notes('application/x-www-form-urlencoded', 'a=1\n### b'), [
      'one: A line of its body has another meaning there.',
    ]);
    assert.deepEqual(await notes('text/plain', 'a\rb'), ['one: The carriage returns of its body are line breaks there.']);
    assert.deepEqual(await notes('text/plain', '### b'), []);
  });

  it('reports a file in a .http body only where it is not on its own line', async () => {
    const text = (t: string): { readonly kind: 'text'; readonly text: string } => ({ kind: 'text', text: t });
    const file = { kind: 'file', path: 'test/fixtures/export/file.dat' } as const;
    const notes = async (body: Exclude<RequestParts['body'], string | undefined>): Promise<readonly string[]> => {
      const one = await toExport(host, { method: 'POST', headers: [['Content-Type', 'multipart/form-data; boundary=b']], body }, 'one');
      return exportRequests('http', [one], { plain: true, names: new Map(), finderOf: createFinder }).notes;
    };
    const parts = ['--b\r\nA: 1\r\n\r\n', '1', '\r\n--b\r\nB: 2\r\n\r\n'].map(text);
    assert.deepEqual(await notes([...parts, file, text('\r\n--b--'), text('\r\n')]), []);
    const differs = ['one: A file must be on its own line: the body differs.'];
    assert.deepEqual(await notes([text('1'), file]), differs);
    assert.deepEqual(await notes([file, text('1')]), differs);
  });

  it('reports the white space of a body that clients of .http files change', async () => {
    const notes = async (type: string, body: string): Promise<readonly string[]> => {
      const one = await toExport(host, { method: 'POST', headers: [['Content-Type', type]], body }, 'one');
      return exportRequests('http', [one], { plain: true, names: new Map(), finderOf: createFinder }).notes;
    };
    const breaks = 'one: The line breaks of its body are those of the file there, not CRLF.';
    const end = 'one: Line breaks at the end of its body are not sent there.';
    assert.deepEqual(await notes('text/plain', 'a\r\nb'), [breaks]);
    assert.deepEqual(await notes('text/plain', 'a\nb\n\n'), [end]);
    assert.deepEqual(await notes('text/csv', 'a\r\n'), [breaks, end]);
    assert.deepEqual(await notes('text/plain', '\t'), ['one: Its body of white space is not sent there.']);
    assert.deepEqual(await notes('application/json', '\n'), ['one: Its body of white space is not sent there.']);
    assert.deepEqual(await notes('application/json', '{\r\n}\r\n'), []);
    assert.deepEqual(await notes('multipart/form-data; boundary=B', '--B\r\n\r\n1\r\n--B--\r\n'), []);
  });

  describe('for .NET', () => {
    const written = async (to: ExportTarget, url: string, parts: RequestParts): Promise<readonly [text: string, notes: string]> => {
      const { parts: pieces, notes } = exportRequests(to, [await toExport(url, parts, 'one')], {
        plain: false,
        names: new Map(),
        finderOf: createFinder,
      });
      return [pieces.map((p) => (p.kind === 'text' ? p.text : '')).join(''), notes.join('\n')];
    };
    const odd = { headers: [['X-A', 'é']] } as const;

    it('sends headers that are not ASCII from C#, and reports that PowerShell cannot', async () => {
      const [csharp, reported] = await written('csharp', `${host}/`, odd);
      assert.match(csharp, /new SocketsHttpHandler \{[^}]*RequestHeaderEncodingSelector = [^}]*UTF8[^]*"X-A", "é"/);
      assert.equal(reported, '');
      const [insecure] = await written('csharp', `${host}/`, { ...odd, options: { insecure: true } });
      assert.match(insecure, /SslOptions = \{ RemoteCertificateValidationCallback/);
      const [powershell, notes] = await written('powershell', `${host}/`, odd);
      assert.doesNotMatch(powershell, /X-A/);
      assert.match(notes, /only ASCII headers: X-A is left out/);
    });

    it('sends a URL unchanged from C#, and reports where PowerShell changes it', async () => {
      for (const target of ['/a/../b', '/.', '/%7Eada', '/?q=%41', '/?q=%', '/?a|b', '/a\\b']) {
        const to = `${host}${target}`;
        const one = await toExport(to, {});
        const as = { ...one, resolved: { ...one.resolved, wireUrl: to } };
        const how = { plain: false, names: new Map<string, string>(), finderOf: createFinder };
        const [text] = exportRequests('csharp', [as], how).parts;
        assert.match(text?.kind === 'text' ? text.text : '', /DangerousDisablePathAndQueryCanonicalization/, target);
        assert.match(exportRequests('powershell', [as], how).notes.join(), /normalizes the URL/, target);
      }
      for (const target of ['/a%20b/..c/d.?x=/../%2F&y=%C3%A9', "/~a-b_c;d='e'?[f]=(g)*@:,$&+!", '']) {
        const [text] = await written('csharp', `${host}${target}`, {});
        assert.doesNotMatch(text, /UriCreationOptions/, target);
      }
    });

    it('reports which headers are joined, left out or added', async () => {
      const twice = [
        ['X-A', '1'],
        ['x-a', '2'],
      ] as const;
      assert.match((await written('csharp', host, { headers: twice }))[1], /joins repeated headers/);
      assert.match(
        (await written('powershell', host, { method: 'POST', body: 'x' }))[1],
        /adds Content-Type: application\/x-www-form-urlencoded/,
      );
      const typed = { headers: [['Content-Type', 'text/plain']] } as const;
      assert.equal((await written('powershell', host, { ...typed, method: 'POST', body: 'x' }))[1], '');
      const [text, notes] = await written('powershell', host, typed);
      assert.doesNotMatch(text, /Content-Type/);
      assert.match(notes, /does not send Content-Type with a GET that has no body/);
    });
  });
});
