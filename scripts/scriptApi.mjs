// `node scripts/scriptApi.mjs`: makes, out of types/req-script.d.ts, the page docs/scripts.md and what the language knows of
// the API without TypeScript, src/language/features/scripts/scriptApi.ts.
import fs from 'node:fs';
import path from 'node:path';
import { repository } from './command.mjs';

/** The files made, by their path. */
export const made = { 'docs/scripts.md': page, 'src/language/features/scripts/scriptApi.ts': table };

/** The description, as interfaces. It is written one member after the other, formatted by oxfmt: that is all this reads. */
export function readApi(text = fs.readFileSync(path.join(repository, 'types/req-script.d.ts'), 'utf8')) {
  const interfaces = [];
  let doc = '';
  let docLines;
  let open;
  let group = '';
  let pending = '';
  for (const line of text.split('\n').slice(text.split('\n').indexOf('declare namespace Req {') + 1)) {
    const trimmed = line.trim();
    if (docLines === undefined && trimmed.startsWith('/**')) docLines = [];
    if (docLines !== undefined) {
      docLines.push(line.replace(/^\s*(?:\/\*\*|\*(?!\/))? ?/, '').replace(/\s*\*\/$/, ''));
      if (!trimmed.endsWith('*/')) continue;
      doc = docLines.join('\n').trim();
      docLines = undefined;
      continue;
    }
    if (trimmed === '') {
      group = '';
      continue;
    }
    pending += (pending === '' ? '' : ' ') + trimmed;
    const heading = /^interface (\w+)(?: extends (\w+))? \{$/.exec(pending);
    if (heading !== null) {
      open = { name: heading[1], base: heading[2], doc, members: [] };
      interfaces.push(open);
    } else if (/^type .*[^;]$/.test(pending) || (open !== undefined && pending !== '}' && !pending.endsWith(';'))) continue;
    else if (pending === '}') open = undefined;
    else if (open === undefined) {
      const [, name, base] = /^type (\w+) = (\w+) & /.exec(pending) ?? [];
      if (name !== undefined) interfaces.push({ name, base, doc, members: [] });
    } else {
      if (doc !== '') group = doc;
      const member = readMember(pending.slice(0, -1));
      if (member !== undefined && !open.members.some((m) => m.name === member.name)) open.members.push({ ...member, doc: group });
    }
    doc = '';
    pending = '';
  }
  return interfaces;
}

function readMember(written) {
  const signature = written.replace(/^readonly |^get (?=\w+\()/, '').replace(/^set .*/, '');
  const [, name, rest] = /^(\w+)(.*)$/s.exec(signature) ?? [];
  if (name === undefined) return undefined;
  const isGetter = written.startsWith('get ');
  return { name, signature: isGetter ? signature.replace('()', '') : signature, isMethod: rest.startsWith('(') && !isGetter };
}

/** The API in few bytes: it is part of what is read when a window opens. `readScriptApi` reads it. */
function table() {
  const lines = [];
  for (const { name, base, doc, members } of readApi()) {
    lines.push(`= ${name}${base === undefined ? '' : ` < ${base}`}`, `  ${onOneLine(doc)}`);
    let above = doc;
    for (const m of members) {
      lines.push(m.signature);
      if (m.doc !== above) lines.push(`  ${onOneLine(m.doc)}`);
      above = m.doc;
    }
  }
  const text = lines.join('\n').replace(/[`\\$]/g, '\\$&');
  return `/* oxlint-disable max-lines -- generated, one line a word */
// Made by scripts/scriptApi.mjs from types/req-script.d.ts.

/** Interfaces (\`= Name < Base\`) and their members, each over what is said of it; what says nothing means the same as the one above. */
export const scriptApiText = \`
${text}
\`;
`;
}

const onOneLine = (doc) => doc.replaceAll('\n', '¶');

const sections = [
  ['tool', 'Tool'],
  ['request', 'ChangeableRequest'],
  ['response', 'Response'],
  ['Header fields', 'Headers'],
  ['Events', 'StreamEvent'],
  ['console', 'Console'],
  ['client', 'Client'],
  ['Expectations', 'Expectation'],
];

/** What becomes of a value that a script hands over, and of one that it is given. */
const border = [
  '## Values that scripts keep',
  '',
  'What `tool.setVar` is given, and an object that becomes `request.body`, is copied at once: later changes of it change nothing. So is what `tool.getVar` gives.',
  '',
  '| value | becomes |',
  '|---|---|',
  '| text | The same text: NUL and halves of surrogate pairs too. |',
  '| number | The same number, `-0` too. `NaN`, `Infinity` and `-Infinity` are a TypeError. |',
  '| bigint | The same, with all its digits. |',
  '| boolean, null | The same. |',
  '| Date, also of a subclass | A date, to the millisecond. An invalid one is a TypeError. |',
  '| array | An array. A hole or `undefined` in it is a TypeError. |',
  '| plain object, also without a prototype | An object with its own keys in their order. JavaScript itself puts keys that are whole numbers, such as `"10"`, first. |',
  '| property that is `undefined` | Is left out, and the console names its path. |',
  '| getter | The value it gives at that moment; its error is the error of the call. |',
  '| key that is a symbol, property that is not enumerable | Is left out. |',
  '| Proxy | What it shows of itself. |',
  '| object that stands in two places | Two copies. One that holds itself is a TypeError. |',
  '| Map, Set, typed array, ArrayBuffer, `new String("x")` and its like, instance of a class, Error, RegExp, Promise, function, symbol, `undefined` | A TypeError. |',
  '| more than 1,000 levels | A RangeError. |',
  '',
  'A TypeError names the path: `value.tags[2].fn is a function: …`. `toJSON` is not called. Numbers with more digits than JavaScript keeps, such as `1.0` or `12345678901234567890.5` in an environment file, are numbers in a script, and keep their digits where no script touches them.',
  '',
];

function page() {
  const interfaces = new Map(readApi().map((i) => [i.name, i]));
  const of = (name) => interfaces.get(name);
  const out = [
    '# The API of scripts',
    '',
    '<!-- Made by scripts/scriptApi.mjs from types/req-script.d.ts: change that file. -->',
    '',
    'Scripts are JavaScript. `< {% … %}` above the request line runs before the request is sent, `> {% … %}` below it runs after the answer. `await` and `return` work at their top, and each script has its own variables. A script fails if a promise in it is rejected and nothing handles the rejection, even if the script does not await it. How they stand in a file, and what they may not do, is in [The language](language.md#scripts).',
    '',
    'In VS Code completion, hovers, signatures and errors inside a script are those of its own TypeScript service, from the moment the cursor is in one. Where that is disabled, and in other editors, Req offers the names on this page itself.',
    '',
    'There is no `require`, `fetch`, `process`, `setTimeout` or `document`: only what JavaScript itself has (ES2023) and these globals.',
    '',
    'In the signatures below `Data` is what a variable may hold: text, a number, a bigint, a boolean, null, a date, and lists and objects of these. `FieldValue` is text, a number, a bigint, a boolean, or a list of these.',
    '',
    ...[...sections.map(([title]) => title), 'Values that scripts keep'].map(
      (title) => `- [${title}](#${title.toLowerCase().replaceAll(' ', '-')})`,
    ),
    '',
  ];
  for (const [title, name] of sections) {
    const { doc, members } = of(name);
    out.push(`## ${title}`, '', joined(doc), '');
    if (name === 'Expectation') out.push(...words(members));
    else out.push(...(name === 'Headers' ? headerMembers(of) : membersOf(members, title, of)));
    if (name === 'ChangeableRequest') out.push('After the answer `request` has the same properties and cannot be changed any more.', '');
  }
  out.push(...border);
  return `${out.join('\n').trimEnd()}\n`;
}

const headerMembers = (of) => [
  ...membersOf(of('HeaderMethods').members, 'headers', of),
  'Before the request `request.headers` also has:',
  '',
  ...membersOf(of('ChangeableHeaderMethods').members, 'headers', of),
];

/** Each member under a heading; the members of a part that is described nowhere else follow theirs. */
function membersOf(members, prefix, of) {
  const dotted = /^[a-z]/.test(prefix) ? `${prefix}.` : '';
  return members.flatMap(({ signature, doc, name }) => [
    `### \`${dotted}${signature}\``,
    '',
    joined(doc.replace(/^@deprecated /, '')),
    '',
    ...(/: (?:ContentType|ClientGlobal)$/.test(signature) ? membersOf(of(signature.split(': ')[1]).members, `${prefix}.${name}`, of) : []),
  ]);
}

/** The words of a sentence: those that mean the same share a row. */
function words(members) {
  const rows = new Map();
  for (const { name, doc, signature } of members) rows.set(doc, [...(rows.get(doc) ?? []), argumentsOf(name, signature)]);
  return ['| words | |', '|---|---|', ...[...rows].map(([doc, names]) => `| ${names.join(' ')} | ${joined(doc)} |`), ''];
}

function argumentsOf(name, signature) {
  const [, list] = /^\w+\((.*)\): /.exec(signature) ?? [];
  const parameters = list?.match(/\.{0,3}\w+\??(?=:)/g)?.filter((p) => p !== 'message?' || name.toLowerCase().startsWith('throw'));
  const call = { a: '(type)', an: '(type)', length: '(n)', lengthOf: '(n)' }[name] ?? (/^(include|contain)s?$/.test(name) ? '(part)' : '');
  return `\`${name}${parameters === undefined ? call : `(${parameters.join(', ')})`}\``;
}

/** Prose on one line; code blocks as they are. */
function joined(doc) {
  return doc
    .split(/(```[^]*?```)/)
    .map((part) => (part.startsWith('```') ? `\n\n${part}` : part.trim().replace(/\s*\n\s*/g, ' ')))
    .join('')
    .trim();
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, make] of Object.entries(made)) fs.writeFileSync(path.join(repository, file), make());
}
