import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { moveTemplate, parseTemplate, type Expression } from '../../../src/language/syntax/template.ts';
import { runs } from '../../support/runs.ts';

/** A template in short form: unescaped texts, placeholders in ‹›. */
function shape(text: string): string {
  return parseTemplate(text)
    .parts.map((p) => (p.kind === 'text' ? p.text : `‹${expression(p.expression)}${p.filters.map((f) => `|${f.name}`).join('')}›`))
    .join('');
}

function expression(e: Expression): string {
  if (e.kind === 'prompt') return `?${e.label}`;
  if (e.kind === 'dynamic') return [e.name, ...e.args].join(' ');
  return e.segments.map((s) => (typeof s.key === 'number' ? `[${s.key}]` : s.key)).join('/');
}

const nothing = (text: string): void => {
  const { parts, notPlaceholders } = parseTemplate(text);
  assert.deepEqual(
    parts.map((p) => p.kind),
    ['text'],
    text,
  );
  assert.ok(notPlaceholders.length > 0, `${text} is reported to the user`);
};

describe('a placeholder', () => {
  for (const [written, meant] of [
    ['{{a}}', '‹a›'],
    ['{{ a }}', '‹a›'],
    ['{{\ta\t}}', '‹a›'],
    ['{{a.b.c}}', '‹a/b/c›'],
    ['{{a[0]}}', '‹a/[0]›'],
    ['{{a[0].p}}', '‹a/[0]/p›'],
    ['{{a.p[0]}}', '‹a/p/[0]›'],
    ['{{a[0][1]}}', '‹a/[0]/[1]›'],
    ['{{a[ 2 ]}}', '‹a/[2]›'],
    ['{{a[-1]}}', '‹a/[-1]›'],
    ['{{a.0}}', '‹a/[0]›'],
    ['{{a.007}}', '‹a/007›'],
    ['{{a.12345678901234567890}}', '‹a/12345678901234567890›'],
    ['{{a["k"]}}', '‹a/k›'],
    ["{{a['k']}}", '‹a/k›'],
    ['{{a["full name"].x}}', '‹a/full name/x›'],
    ['{{a["q\\"uote"]}}', '‹a/q"uote›'],
    ['{{a["\\u00e9"]}}', '‹a/é›'],
    ["{{a['it\\'s']}}", "‹a/it's›"],
    ['{{a[\'say "hi"\']}}', '‹a/say "hi"›'],
    ['{{a["}}"]}}', '‹a/}}›'],
    ['{{a["0"]}}', '‹a/0›'],
    ['{{_}}', '‹_›'],
    ['{{a-b_c$d1}}', '‹a-b_c$d1›'],
    ['{{-a}}', '‹-a›'],
    ['{{größe.höhe}}', '‹größe/höhe›'],
    ['{{名前[0]}}', '‹名前/[0]›'],
    ['{{a\u0301}}', '‹a\u0301›'],
    ['{{𝒳}}', '‹𝒳›'],
    ['{{__proto__}}', '‹__proto__›'],
    ['{{login.response.body.token}}', '‹login/response/body/token›'],
    ['{{login.response.headers.Content-Type}}', '‹login/response/headers/Content-Type›'],
    ['{{$uuid}}', '‹$uuid›'],
    ['{{$randomInt 1 100}}', '‹$randomInt 1 100›'],
    ['{{ $randomInt  1   100 }}', '‹$randomInt 1 100›'],
    ['{{$datetime "YYYY-MM-DD HH:mm" 1 d}}', '‹$datetime "YYYY-MM-DD HH:mm" 1 d›'],
    ['{{$env.HOME}}', '‹$env/HOME›'],
    ['{{$processEnv HOME}}', '‹$processEnv HOME›'],
    ['{{$secret["API KEY"]}}', '‹$secret/API KEY›'],
    ['{{?Your name}}', '‹?Your name›'],
    ['{{? Your name }}', '‹?Your name›'],
    ['{{a|json}}', '‹a|json›'],
    ['{{a | trim | upper}}', '‹a|trim|upper›'],
    ['{{a | default "x }} y"}}', '‹a|default›'],
    ["{{a | default 'x'}}", '‹a|default›'],
    ['{{$uuid | upper}}', '‹$uuid|upper›'],
    ['{{?Name | trim}}', '‹?Name|trim›'],
    ['{{a}}{{b}}', '‹a›‹b›'],
    ['x{{a}}y{{b}}z', 'x‹a›y‹b›z'],
  ] as const) {
    it(`is read in ${written}`, () => assert.equal(shape(written), meant));
  }

  it('keeps the argument of default', () => {
    const [part] = parseTemplate('{{a | default "say \\"hi\\""}}').parts;
    assert.equal(part?.kind === 'placeholder' ? part.filters[0]?.argument : undefined, 'say "hi"');
  });

  it('has its place, and those of its parts', () => {
    const text = 'x {{ a.b[0] | json }} y';
    const [, p] = parseTemplate(text).parts;
    assert.ok(p?.kind === 'placeholder' && p.expression.kind === 'path');
    assert.equal(text.slice(p.range.start, p.range.end), '{{ a.b[0] | json }}');
    assert.equal(text.slice(p.expressionRange.start, p.expressionRange.end), 'a.b[0]');
    assert.deepEqual(
      p.expression.segments.map((s) => text.slice(s.start, s.end)),
      ['a', 'b', '0'],
    );
    assert.deepEqual(
      p.filters.map((f) => text.slice(f.range.start, f.range.end)),
      ['json'],
    );
  });

  it('is looked for within the slice only', () => {
    const text = '{{a}} {{b}} {{c}}';
    const { parts } = parseTemplate(text, 6, 11);
    assert.equal(parts.length, 1);
    assert.deepEqual(parts[0]?.range, { start: 6, end: 11 });
    assert.deepEqual(
      parseTemplate('{{abc}}', 0, 6).parts.map((p) => p.kind),
      ['text'],
    );
  });
});

describe('braces that are no placeholder', () => {
  for (const text of [
    '{{}}',
    '{{ }}',
    '{{1a}}',
    '{{ if .x }}',
    '{{#each items}}',
    '{{/each}}',
    '{{> partial}}',
    '{{a b}}',
    '{{a + b}}',
    '{{f(x)}}',
    '{{a..b}}',
    '{{a.}}',
    '{{.a}}',
    '{{a[}}',
    '{{a[]}}',
    '{{a[x]}}',
    '{{a[1.5]}}',
    '{{a["k]}}',
    '{{a["\\x"]}}',
    '{{a["x\\\n"]}}',
    '{{a |}}',
    '{{a | }}',
    '{{?}}',
    '{{? }}',
    '{{"a"}}',
    '{{a',
    '{{a}',
    '{{a\n}}',
    '{{a.\r\nb}}',
  ]) {
    it(`are text: ${JSON.stringify(text)}`, () => {
      nothing(text);
      assert.equal(shape(text), text);
    });
  }

  it('are not reported for a single brace', () => {
    assert.deepEqual(parseTemplate('{"a": {"b": {}}}').notPlaceholders, []);
  });

  it('do not hide the placeholder after them', () => {
    assert.equal(shape('{{ if .x }}{{a}}'), '{{ if .x }}‹a›');
    assert.equal(shape('{{a{{b}}'), '{{a‹b›');
  });
});

describe('a run of braces', () => {
  for (const [written, meant] of [
    ['{"x":{{{a}}}}', '{"x":{‹a›}}'],
    ['{{{a}}}', '{‹a›}'],
    ['{{{{a}}}}', '{{‹a›}}'],
    ['[{{a}}]', '[‹a›]'],
    ['{{{', '{{{'],
    ['}}{{a}}', '}}‹a›'],
  ] as const) {
    it(`counts the inner two: ${written}`, () => assert.equal(shape(written), meant));
  }
});

describe('a backslash before braces', () => {
  for (const [written, meant] of [
    ['\\{{a}}', '{{a}}'],
    ['\\\\{{a}}', '\\\\‹a›'],
    ['\\\\\\{{a}}', '\\\\{{a}}'],
    ['\\{\\{a\\}\\}', '{{a}}'],
    ['\\{\\{a b\\}\\}', '{{a b}}'],
    ['"C:\\\\{{dir}}"', '"C:\\\\‹dir›"'],
    ['\\{{a}}{{b}}', '{{a}}‹b›'],
    ['\\{a}', '\\{a}'],
    ['\\{\\{a', '\\{\\{a'],
    ['\\n{{a}}', '\\n‹a›'],
    ['{{a}}\\{{b}}', '‹a›{{b}}'],
    ['\\{{{a}}}', '{{{a}}}'],
  ] as const) {
    it(`${written} is ${meant}`, () => assert.equal(shape(written), meant));
  }

  it('reports nothing in escaped text', () => {
    assert.deepEqual(parseTemplate('\\{{ if .x }}').notPlaceholders, []);
  });
});

const hostile = fc.string({
  unit: fc.constantFrom('{', '}', '\\', '"', "'", '[', ']', '.', '|', '?', '$', 'a', '0', '-', ' ', '\n', 'é'),
  maxLength: 60,
});

describe('every template', () => {
  it('is covered by its parts without gaps, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        let at = 0;
        for (const { range } of parseTemplate(text).parts) {
          assert.equal(range.start, at);
          assert.ok(range.end > range.start);
          at = range.end;
        }
        assert.equal(at, text.length);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has the written text of every placeholder at its place', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const p of parseTemplate(text).parts)
          if (p.kind === 'placeholder') assert.equal(text.slice(p.range.start, p.range.end), p.text);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('keeps text without braces and backslashes unchanged', () => {
    fc.assert(fc.property(fc.string(), (s) => shape(s.replaceAll(/[{\\]/g, '')) === s.replaceAll(/[{\\]/g, '')));
  });

  it('can be moved as a whole', () => {
    const slice = '{{a.b[0] | trim | default "x"}}x\\{{b}} {{$uuid 1}} {{?l}} {{ no';
    const source = `..${slice}..`;
    assert.deepEqual(moveTemplate(parseTemplate(slice), 2), parseTemplate(source, 2, 2 + slice.length));
  });
});

describe('the cost of a template', () => {
  for (const piece of [
    '{',
    '{{',
    '}',
    '{{a',
    '{{a}',
    '{{a.',
    '{{a[',
    '{{a["',
    "{{a['",
    '{{a["\\',
    '{{?',
    '{{? a',
    '{{$x ',
    '{{a|',
    '{{a | default "',
    '\\{',
    '\\{\\{',
    '\\',
    '\\\\{{',
    '{{ ',
    ' {{a}} ',
    '{{a\n',
  ]) {
    it(`grows with the length, not faster: ${piece} again and again`, () =>
      growsLinearly((n) => piece.repeat(n), parseTemplate, piece.length));
  }

  it('looks at no more than the slice that it reads', () =>
    growsLinearly(
      (n) => 'no braces here, '.repeat(20 * n),
      (text) => {
        for (let at = 0; at < text.length; at += 16) parseTemplate(text, at, at + 16);
      },
      16,
    ));

  it('does not exhaust the stack on one very long quoted key', () => {
    parseTemplate(`{{a["${'x'.repeat(20_000_000)}`);
    parseTemplate(`{{a["${'\\"'.repeat(5_000_000)}`);
  });
});
