import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { applyEdits, parse, parseTemplate } from '../../../../src/language/index.ts';
import { placeAt } from '../../../../src/language/features/completion/completionPlace.ts';
import { complete } from '../../../support/complete.ts';
import { growsLinearly } from '../../../support/growsLinearly.ts';
import { runs } from '../../../support/runs.ts';

const pieces =
  '\n,\r\n, ,  ,{{,}},{,},[,],",\',.,|,?,??,$,@,#,###,<,>,<@,%},:,user,a,0,GET,http://h,Accept: ,# @ref ,?? body,< {%,default,\\,=,;,é,\ufeff,/'.split(
    ',',
  );
const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''));
const asked = {
  variables: { user: { name: 'Ada', 'full name': 1, list: [1, { a: 2 }] } },
  exchanges: { a: { response: { status: 200, headers: {}, body: { x: 1 } } } },
  folders: { '': ['x.js', 'y/'] },
};

describe('completion in any text', () => {
  it('never fails, and replaces text in the cursor’s line only', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (before, after) => {
        // `complete` itself sees to the ranges.
        const { labels } = await complete({ text: before + after, offset: before.length }, asked);
        assert.equal(new Set(labels).size, labels.length);
      }),
      { numRuns: runs(500) },
    );
  });

  it('returns complete placeholders after an item between braces was accepted', async () => {
    const behind = fc.constantFrom('', '}', '}}', ' }}', '/x', '/{{a}}', '"}', '" }', '?a={{b}}', ' HTTP/1.1', ' | json}}');
    const typed = fc.constantFrom('', 'u', 'user', 'user.', 'user.n', 'user.list[', 'user["', 'user.list[1].');
    await fc.assert(
      fc.asyncProperty(typed, behind, async (inside, rest) => {
        const text = `GET http://h/{{${inside}${rest}`;
        const { items } = await complete({ text, offset: 15 + inside.length }, asked);
        const item = items.find((i) => ['user', 'name', 'full name', '[0]', 'a'].includes(i.label));
        assert.ok(item !== undefined && item.snippet !== true, text);
        const taken = applyEdits(text, [{ range: item.range, newText: item.insertText }]);
        const { parts, notPlaceholders } = parseTemplate(taken);
        assert.deepEqual(notPlaceholders, [], taken);
        assert.equal(parts.filter((p) => p.kind === 'placeholder').length, rest.includes('{{') ? 2 : 1, taken);
        const written = parts.map((p) => p.text).join('');
        assert.doesNotMatch(written.replace(/\{\{.*?\}\}(?!\})/g, ''), /\}\}/, taken);
      }),
    );
  });

  it('finds its place in time that grows with the length of a line', () => {
    const find = (text: string): unknown => placeAt(parse(text), text.length, false);
    for (const sign of ['{', 'a.', '["', '|', ' ', ', ', '\\'])
      for (const line of ['GET ', 'GET http://h\nAccept: {{', 'GET http://h\n?? body.'])
        growsLinearly((n) => line + sign.repeat(n), find, sign.length);
  });
});
