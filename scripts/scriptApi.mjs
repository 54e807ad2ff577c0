// `node scripts/scriptApi.mjs`: generates docs/scripts.md, and the API table of the language for editors without TypeScript,
// src/language/features/scripts/scriptApi.ts, from types/req-script.d.ts.
import { bruno, postman } from './foreignScripts.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { repository } from './command.mjs';

/** Generators of the files, by path. */
export const made = { 'docs/scripts.md': page, 'src/language/features/scripts/scriptApi.ts': table };

/** Interfaces of the API. Reads only the layout that oxfmt writes: one member after the other. */
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

/** The API in few bytes, because each window loads it at start. `readScriptApi` parses it. */
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
  const text = lines.join('\n').replace(/[`\\]|\$(?=\{)/g, '\\$&');
  return `/* oxlint-disable max-lines -- generated, one line a word */
// Made by scripts/scriptApi.mjs from types/req-script.d.ts.

/** Interfaces (\`= Name < Base\`) and their members, each followed by its description. A member without one shares the one above. */
export const scriptApiText = \`
${text}
\`;
`;
}

const onOneLine = (doc) => doc.replaceAll('\n', '¶');

const sections = [
  ['tool', 'Tool'],
  ['tool.jwt', 'Jwt'],
  ['Keys of tokens', 'JwtKey'],
  ['request', 'ChangeableRequest'],
  ['response', 'Response'],
  ['Header fields', 'Headers'],
  ['Events', 'StreamEvent'],
  ['console', 'Console'],
  ['client', 'Client'],
  ['Expectations', 'Expectation'],
];

/** Globals of libraries. */
const webBasics = [
  '## Web basics',
  '',
  'These globals are those of Node.js, and some of JetBrains. Req loads them when a script first uses one.',
  '',
  '```js',
  'const url = new URL(response.headers["Location"], request.url);',
  'tool.setVar("code", url.searchParams.get("code"));',
  '```',
  '',
  '| globals | notes |',
  '|---|---|',
  '| `URL` `URLSearchParams` | |',
  '| `TextEncoder` `TextDecoder` `atob` `btoa` | All encodings of Node.js. |',
  '| `crypto.randomUUID` `crypto.getRandomValues` | |',
  '| `crypto.subtle` | HMAC, RSA, EC, AES, PBKDF2, HKDF and digests. Node.js computes the results outside the sandbox and holds the keys. A script can read the text of a key only after `exportKey`. The time counts toward the time limit of the script. RSA keys have at most 8,192 bits, PBKDF2 at most 10 million iterations. |',
  '| `crypto.md5` `crypto.sha1` `crypto.sha256` `crypto.sha512` `crypto.hmac` | Hashes as in JetBrains: `crypto.sha256().updateWithText("a").digest().toHex()`, `crypto.hmac.sha256().withTextSecret(key).updateWithText("a").digest().toBase64()`. |',
  '| `setTimeout` `setInterval` `setImmediate` `queueMicrotask` | The script ends when its timers are over. They count as sleep, at most 60 seconds in total. |',
  '| `jsonPath(value, path)` | JSONPath (RFC 9535), as in JetBrains: the value if the path can select one at most, such as `$.items[0].id`, else the list of values. |',
  '| `xpath(xml, path)` | XPath 1.0 on XML text. Returns a text, a number, a boolean, or the texts of several nodes. |',
  '| `$random` | Random data, as in JetBrains: `$random.integer(1, 100)`, `$random.float(0, 1)`, `$random.alphabetic(8)`, `$random.alphanumeric(8)`, `$random.hexadecimal(8)`, `$random.uuid`, `$random.email` and the others of [its placeholders](language.md#random-data). |',
  '| `structuredClone` | Without `transfer`. |',
  '| `Intl` | `DateTimeFormat`, `NumberFormat`, `RelativeTimeFormat`, `PluralRules`, `ListFormat`, `DisplayNames` and `Collator`. `toLocaleString` of dates and numbers uses them. |',
  '',
];

/** Files that scripts load. */
const modules = [
  '## Modules',
  '',
  'Share functions between scripts: write them in a file of the collection, and import it.',
  '',
  '```js',
  'import { sign } from "./lib/sign.js";',
  'request.headers["X-Signature"] = sign(request.body);',
  '```',
  '',
  '- ES modules: `import` declarations are before all other statements of a script. `import()` works anywhere.',
  '- CommonJS: `const { sign } = require("./lib/sign.js")`. `require` also finds `./lib/sign`, `./lib/index.js` and JSON files.',
  '- Paths are relative to the file that names them. Each script evaluates its files again, so files share no state between scripts.',
  '- Files outside the collection are read only after you allowed it (in the terminal, `--allow-read DIR`). A script can load 1,000 files.',
  '- In the editor, *Go to Definition* opens the file from its path, and names from `import` and `require` have their types.',
  '',
];

/** How values are copied between scripts and Req. */
const border = [
  '## Values that scripts store',
  '',
  '`tool.setVar` copies its value at once, and so does an assignment to `request.body`: later changes to your object have no effect. `tool.getVar` returns a copy too.',
  '',
  '| value | becomes |',
  '|---|---|',
  '| text | The same text, with NUL and lone surrogates. |',
  '| number | The same number, including `-0`. `NaN`, `Infinity` and `-Infinity` are a TypeError. |',
  '| bigint | The same value, with all digits. |',
  '| boolean, null | The same value. |',
  '| Date or subclass | A date, to the millisecond. An invalid date is a TypeError. |',
  '| array | An array. A hole or `undefined` in it is a TypeError. |',
  '| plain object, with or without a prototype | An object with its own keys, in order. JavaScript itself puts integer keys, such as `"10"`, first. |',
  '| property that is `undefined` | Left out. The console shows its path. |',
  '| getter | Its current value. If the getter throws, so does the call. |',
  '| symbol key, non-enumerable property | Left out. |',
  '| Proxy | A copy of the properties that it reports. |',
  '| object used in two places | Two copies. A circular object is a TypeError. |',
  '| Map, Set, typed array, ArrayBuffer, `new String("x")` and similar, instance of a class, Error, RegExp, Promise, function, symbol, `undefined` | A TypeError. |',
  '| more than 1,000 levels | A RangeError. |',
  '',
  'A TypeError contains the path: `value.tags[2].fn is a function: …`. `toJSON` is not called. A number that JavaScript cannot represent with all its digits, such as `1.0` or `12345678901234567890.5` in an environment file, is an ordinary number in a script. Outside of scripts it keeps its digits.',
  '',
];

function page() {
  const interfaces = new Map(readApi().map((i) => [i.name, i]));
  const of = (name) => interfaces.get(name);
  const out = [
    '# Scripts',
    '',
    '<!-- Generated by scripts/scriptApi.mjs from types/req-script.d.ts: change that file. -->',
    '',
    'Use scripts to sign a request, to store a value of a response, or for tests that assertions cannot express. Scripts are JavaScript.',
    '',
    '```http',
    '< {% request.headers["X-Request-Id"] = tool.uuid(); %}',
    'POST https://api.example.com/login',
    '',
    '> {%',
    '  tool.setVar("token", response.body.token);',
    '  tool.test("signs in", () => tool.expect(response.status).to.equal(200));',
    '%}',
    '```',
    '',
    '| to | use |',
    '|---|---|',
    '| change the request before it is sent | `< {% … %}` above the request line, and [request](#request) |',
    '| read the response | `> {% … %}` below the request, and [response](#response) |',
    '| pass a value to later requests | `tool.setVar`, then `{{name}}` in a request |',
    '| test the response | `tool.test` and [tool.expect](#expectations) |',
    '| send another request first | `await tool.send("login")` |',
    '| react to each event of a stream | `tool.onEvent` |',
    '| skip a request, or stop the run | `tool.skip`, `tool.stop` |',
    '',
    '`await` and `return` work at the top level, and each script has its own variables. A script fails if a promise is rejected and nothing handles the rejection, even if the script does not await it. For the syntax in files and the restrictions of scripts, see [The language](language.md#scripts).',
    '',
    'Scripts have the globals of JavaScript itself (ES2023), [web basics](#web-basics), and those on this page. There is no `fetch`, `process` or `document`, no network and no file system.',
    '',
    'In VS Code, Req runs its own TypeScript service for completion, hovers, signatures and errors. It starts when the cursor enters a script. If it is disabled, and in other editors, Req offers completion for the names on this page.',
    '',
    'In the signatures below, `Data` is a value that a variable can have: text, a number, a bigint, a boolean, null, a date, and lists and objects of these. `FieldValue` is text, a number, a bigint or a boolean.',
    '',
    ...[
      ...sections.map(([title]) => title),
      'Web basics',
      'Modules',
      'Scripts of Postman',
      'Scripts of Bruno',
      'Scripts of Insomnia',
      'Cookies in scripts',
      'Packages',
      'Values that scripts store',
    ].map((title) => `- [${title}](#${title.toLowerCase().replaceAll('.', '').replaceAll(' ', '-')})`),
    '',
  ];
  for (const [title, name] of sections) {
    const { doc, members } = of(name);
    out.push(`## ${title}`, '', joined(doc), '');
    if (name === 'Expectation') out.push(...words(members));
    else out.push(...(name === 'Headers' ? headerMembers(of) : membersOf(members, title, of)));
    if (name === 'ChangeableRequest')
      out.push(
        'After the response, `request` has the same properties, as they were sent, and they are read-only. `request.body` is then the text without the files in it; null if it is a file.',
        '',
      );
  }
  out.push(...webBasics, ...modules, ...postman, ...bruno, ...border);
  return `${out.join('\n').trimEnd()}\n`;
}

const headerMembers = (of) => [
  ...membersOf(of('HeaderMethods').members, 'headers', of),
  'In scripts before the request, `request.headers` also has:',
  '',
  ...membersOf(of('ChangeableHeaderMethods').members, 'headers', of),
];

/** Each member under a heading, followed by the members of parts without a section of their own. */
function membersOf(members, prefix, of) {
  const dotted = /^[a-z]/.test(prefix) ? `${prefix}.` : '';
  return members.flatMap(({ signature, doc, name }) => [
    `### \`${dotted}${signature}\``,
    '',
    joined(doc.replace(/^@deprecated /, '')),
    '',
    ...(/: (?:ContentType|ClientGlobal|GlobalHeaders)$/.test(signature)
      ? membersOf(of(signature.split(': ')[1]).members, `${prefix}.${name}`, of)
      : []),
  ]);
}

/** A table of expectations; synonyms share a row. */
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
