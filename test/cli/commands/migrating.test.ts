import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq } from '../../support/command.ts';

interface Row {
  readonly client: string;
  readonly spans: readonly string[];
}

const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/migrating.md'), 'utf8');
const clients = ['REST Client', 'httpYac', 'JetBrains', 'Kulala', 'Postman', 'Bruno', 'Insomnia', 'Thunder Client', 'Hurl', 'Yaak', 'curl'];

/** The right columns of the tables: the `.req` syntax. */
const rows = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section): readonly Row[] => {
    const client = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^\| (?!---|you write|in ).*\| (.*) \|$/gm)].map(([, right = '']) => ({
      client,
      spans: Array.from(right.matchAll(/`([^`]+)`/g), (m) => m[1] ?? ''),
    }));
  });

const isMethod = (span: string): boolean => /^[A-Z]+ \S/.test(span);
const isFile = (span: string): boolean => /^(?:\$shared|--env|[\w.-]+\.(?:json|req))$/.test(span);
const isAfter = (span: string): boolean => /^(?:\?\?|> |@\w+ <<)/.test(span);

/** A request that contains the code spans in the right places. */
function requestWith(all: readonly string[]): string {
  const spans = all.filter((s) => !isFile(s));
  const before = spans.filter((s) => !isAfter(s) && /^(?:# @|@)/.test(s));
  const header = spans.filter((s) => /^[\w-]+: /.test(s));
  const inText = spans.filter((s) => s.startsWith('{{'));
  const known = [...before, ...header, ...inText, ...spans.filter(isAfter), ...spans.filter(isMethod)];
  assert.deepEqual(
    spans.filter((s) => !known.includes(s)),
    [],
    'the test does not know where to write this',
  );
  const line = spans.find(isMethod) ?? 'GET {{host}}/';
  const values = inText.map((s, i) => `X-${i}: ${s}`);
  const query = line.startsWith('GRAPHQL') ? ['query { a }'] : [];
  return ['###', ...before, line, ...header, ...values, '', ...query, ...spans.filter(isAfter), ''].join('\n');
}

describe('the page about migrating', () => {
  it('has a section with a table and an import for each client', () => {
    for (const client of clients) {
      assert.ok(rows.filter((r) => r.client === client).length >= 4, client);
      assert.match(page, new RegExp(`^## ${client}\\n\\nImport: [^]*?\\*\\*Different:\\*\\*`, 'm'));
    }
  });

  it('has only lines on its right side that req check accepts', async () => {
    const folder = makeFolder();
    try {
      const names = ['host', 'token', 'user', 'password', 'id'].map((name) => `@${name} = https://example.com\n`).join('');
      folder.write('collection.req', names);
      folder.write('login.req', '### login\n# @name login\nPOST {{host}}/login\n');
      folder.write('.env', 'KEY=k\n');
      folder.write('users.csv', 'a,b\n1,2\n');
      const auth = { Type: 'OAuth2', 'Grant Type': 'Client Credentials', 'Token URL': 'https://example.com/token', 'Client ID': 'req' };
      folder.write('http-client.env.json', JSON.stringify({ dev: { Security: { Auth: { 'my-api': auth } } } }));
      let written = 0;
      for (const [i, { spans }] of rows.entries()) {
        if (spans.filter((s) => !isFile(s)).length === 0) continue;
        folder.write(
          `row${i}.req`,
          requestWith(spans.includes('# @name login') ? spans.map((s) => s.replace('login', `login${i}`)) : spans),
        );
        written++;
      }
      assert.ok(written > 70, String(written));
      const { code, stdout, stderr } = await runReq(['check', '.', '--env', 'dev'], {
        cwd: folder.path,
        env: { HOME: '/', KEY: 'k', BASE_URL: 'https://example.com' },
      });
      assert.deepEqual([code, stdout.split('\n').filter((l) => /error|warning/.test(l))], [0, []], stderr);
    } finally {
      folder.remove();
    }
  });
});
