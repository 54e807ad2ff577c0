import assert from 'node:assert/strict';
import type { ImportFormat, ImportResult } from '../../../src/convert/import/index.ts';
import { postmanScript } from '../../../src/convert/postman/postmanScripts.ts';
import { parseTemplate } from '../../../src/language/index.ts';
import { imported, importedText, warningsOf } from '../../support/imported.ts';
import { samplesWith } from '../../support/importSamples.ts';

/**
 * Placeholders that Req would evaluate with the process's environment, a file, the secret storage or a prompt. Those in comments and
 * scripts and escaped ones do not count.
 */
function live(text: string, own: readonly string[]): readonly string[] {
  return text
    .replace(/^[<>] \{%[^]*?%\}$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*#(?! @)|^###|^# @(?:description|title|name) /.test(line))
    .flatMap((line) =>
      parseTemplate(line).parts.flatMap(({ kind, range }) => (kind === 'text' ? [] : line.slice(range.start + 2, range.end - 2).trim())),
    )
    .filter((found) => /^(?:\$(?:env|secret|dotenv|processEnv|auth)\b|\?)/.test(found))
    .filter((found) => found.includes('CANARY') && !own.includes(found.replace(/^\$secret\./, '')));
}

/** The texts of a JSON file. Names are not templates. */
const valuesOf = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*":/g, '').replaceAll('\\\\', '\\');

describe('foreign text that looks like a placeholder of Req', () => {
  const hostile = [
    '{{$env.CANARY}}',
    '{{ $env.CANARY }}',
    '{{$secret.CANARY}}',
    '{{$dotenv CANARY}}',
    '{{$processEnv CANARY}}',
    '{{?CANARY}}',
    '{{$auth.token("CANARY")}}',
    '\\{{$env.CANARY}}',
    '\\\\{{$env.CANARY}}',
    '{{{$env.CANARY}}}',
    '\ufdd4$env.CANARY\ufdd5',
    '\ufdd0CANARY\ufdd1',
    '\ufdd6CANARY:x\ufdd7',
  ];
  const meant: readonly (readonly [ImportFormat, RegExp])[] = [['http', /^\{\{\s*\$(?:dotenv|processEnv) /]];

  for (const text of hostile) {
    it(`stays text in every place of every format: ${JSON.stringify(text)}`, () => {
      let played = 0;
      for (const { format, inputs } of samplesWith(text)) {
        let result: ImportResult;
        try {
          result = imported(format, inputs);
        } catch {
          // Its kind is not known any more.
          continue;
        }
        played++;
        if (meant.some(([f, form]) => f === format && form.test(text))) continue;
        for (const file of result.files) {
          const own = result.secrets.map((secret) => secret.name);
          assert.deepEqual(
            live(file.path.endsWith('.json') ? valuesOf(file.text) : file.text, own),
            [],
            `${format} ${file.path}\n${file.text}`,
          );
        }
      }
      assert.ok(played > 200, String(played));
    });
  }

  it('is escaped, with a warning that names it', () => {
    const collection = JSON.stringify({
      info: { name: 'P', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'R', request: { method: 'GET', url: 'https://a.b', header: [{ key: 'A', value: 'x{{$env.HOME}}' }] } }],
    });
    assert.match(importedText('postman', collection), /^A: x\\\{\{\$env\.HOME\}\}$/m);
    assert.match(warningsOf('postman', collection).join('\n'), /^R: \{\{\$env\.HOME\}\} is not a placeholder in the source: it is text/m);
    assert.match(importedText('http', '# @note\nGET https://a/{{$env.HOME}}'), /^GET https:\/\/a\/\\\{\{\$env\.HOME\}\}$/m);
    assert.match(
      warningsOf('http', '# @note\nGET https://a/{{$env.HOME}}').join('\n'),
      /^2: \{\{\$env\.HOME\}\} is not a placeholder of REST Client/m,
    );
  });

  it('is kept in scripts, which read no such placeholders, and is escaped in scripts that are translated', () => {
    const collection = JSON.stringify({
      info: { name: 'P', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      event: [
        {
          listen: 'prerequest',
          script: { exec: ['const a = 1;', 'pm.variables.set("k", pm.variables.replaceIn("{{$env.HOME}}{{a}}"));'] },
        },
      ],
      item: [],
    });
    assert.match(importedText('postman', collection), /pm\.variables\.replaceIn\("\{\{\$env\.HOME\}\}\{\{a\}\}"\)/);
    const reported: string[] = [];
    const text = postmanScript('\npm.variables.set("k", pm.variables.replaceIn("{{$env.HOME}}"));', (_, message) => reported.push(message));
    assert.match(text, /tool\.interpolate\("\\\\\{\{\$env\.HOME\}\}"\)/);
    assert.match(reported.join('\n'), /Script, line 2: \{\{\$env… is plain text in the source/);
  });

  it('stays a placeholder where the source means the same by it', () => {
    const restClient = 'GET https://a/{{$processEnv HOME}}/{{$dotenv HOME}}';
    assert.equal(importedText('http', restClient), restClient);
    const jetbrains = '> {% client.test("a", function() {}) %}\n\n###\nGET https://a/{{$env.HOME}}?{{$auth.token("x")}}';
    assert.match(importedText('http', jetbrains), /a\/\{\{\$env\.HOME\}\}\?\{\{\$auth\.token\("x"\)\}\}/);
    const bruno = 'meta {\n  name: R\n}\n\nget {\n  url: https://a/{{process.env.HOME}}\n}\n';
    assert.match(importedText('bruno', bruno, 'r.bru'), /https:\/\/a\/\{\{\$env\.HOME\}\}/);
    assert.match(importedText('curl', 'curl https://a/$HOME', 'a.sh'), /https:\/\/a\/\{\{\$env\.HOME\}\}/);
  });
});
