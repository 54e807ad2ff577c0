// `node scripts/l10n.mjs`: writes l10n/bundle.l10n.json, the English texts in the code of editor and page, and lists what its
// translations lack.
import { parse } from 'acorn';
import { transform } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { repository } from './command.mjs';

export const bundleFile = 'l10n/bundle.l10n.json';

/** Indexes of the arguments that are texts, and the number of values that the function itself adds. */
const textsOf = { t: { at: [0], brings: 0 }, counted: { at: [1, 2], brings: 1 } };

/** Properties of elements and of VS Code's objects whose texts are shown or read by screen readers. */
const read = new Set(
  `children title label word placeholder alt aria-label aria-description aria-valuetext
  placeHolder prompt tooltip description detail message openLabel`.split(/\s+/),
);

/** Functions whose arguments are shown. */
const says = new Set(
  'showInformationMessage showWarningMessage showErrorMessage setStatusBarMessage trustedOr offerFile showDone refuse sure TreeItem'.split(
    ' ',
  ),
);

/** Texts that are the same in every language: signs, names of standards, products and fields on the wire. */
const untranslated = new Set(
  [
    'Aa|TLS|Req|Req: |SHA-256 | ms|event|id|retry|data|{{$secret.|JSONPath: $.items[?@.price < 10].name',
    '.http, .hurl, Postman, OpenAPI, HAR, Insomnia, Thunder Client, Yaak, .bru, curl',
    // An icon of VS Code.
    'question',
  ].flatMap((names) => names.split('|')),
);

/** An icon in a text of VS Code. */
const icon = /\$\([\w-]+\)/g;

/** The localized code. In `src/language`, only buttons and menu entries are localized. */
const localized = [
  'src/editor',
  'src/response',
  'src/panel',
  'src/extension.ts',
  'src/language/catalog/authCatalog.ts',
  'src/language/features/diagnostics/fixes',
  'src/language/features/refactor',
  'src/convert/curl/actions.ts',
];

/** The texts in the code, and the problems found in them. */
export async function readTexts() {
  const files = localized.flatMap((name) => sourcesIn(path.join(repository, name)));
  const found = await Promise.all(files.map((file) => readSource(path.relative(repository, file), fs.readFileSync(file, 'utf8'))));
  const texts = [...new Set(found.flatMap((f) => f.texts))].toSorted((a, b) => (a < b ? -1 : 1));
  return { texts, problems: found.flatMap((f) => f.problems) };
}

/** Differences between the English texts and each translation; `file` is relative to the repository. */
export function readTranslations() {
  const nls = Object.entries(readJson('package.nls.json'));
  const bundle = Object.entries(readJson(bundleFile));
  const inRoot = fs.readdirSync(repository).filter((name) => /^package\.nls\..+\.json$/.test(name));
  const inFolder = fs.readdirSync(path.join(repository, 'l10n')).filter((name) => /^bundle\.l10n\..+\.json$/.test(name));
  const compared = (file, english) => ({ file, ...compareTranslation(english, readJson(file)) });
  return [...inRoot.map((name) => compared(name, nls)), ...inFolder.map((name) => compared(`l10n/${name}`, bundle))];
}

/**
 * Compares a translation with the English texts. `missing` and `stale` are keys; `changed` are keys whose translation does not keep the
 * placeholders, code spans, links and icons; `same` are keys with the English text.
 */
export function compareTranslation(english, translation) {
  const keys = new Set(english.map(([key]) => key));
  const translated = english.filter(([key]) => Object.hasOwn(translation, key));
  return {
    missing: english.filter(([key]) => !Object.hasOwn(translation, key)).map(([key]) => key),
    stale: Object.keys(translation).filter((key) => !keys.has(key)),
    changed: translated.filter(([key, text]) => marksOf(text) !== marksOf(translation[key])).map(([key]) => key),
    same: translated.filter(([key, text]) => text === translation[key]).map(([key]) => key),
  };
}

/** Parts that a translation must contain, in any order: placeholders, code spans, names with a dollar sign, link targets, icons. */
const marksOf = (text) =>
  (text.match(/\{\d\}|`+[^`]*`+|\$[\w.]*\w|\$\([\w-]+\)|\(command:[^)]*\)|\{\{|\}\}|\*\*|__|\n/g) ?? []).toSorted().join(' ');

const readJson = (name) => JSON.parse(fs.readFileSync(path.join(repository, name), 'utf8'));

/** The contents of the English bundle, in which each text is its own key. */
export const bundleOf = (texts) => `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;

function sourcesIn(place) {
  if (fs.statSync(place).isFile()) return [place];
  const inside = fs.readdirSync(place, { recursive: true }).filter((name) => /(?<!\.d)\.tsx?$/.test(name));
  return inside.map((name) => path.join(place, name));
}

/**
 * The texts of one source file. A text must be a literal with a value for each placeholder. It must be localized when it is used, because
 * the language is unknown while modules load. Texts of elements must be localized.
 */
export async function readSource(file, source) {
  const { code } = await transform(source, { loader: file.endsWith('x') ? 'tsx' : 'ts', jsx: 'automatic', target: 'es2022' });
  const texts = [];
  const problems = [];
  const tell = (node, what) => problems.push(`${file}: ${code.slice(node.start, node.end)} ${what}`);
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), false, (node, isLate) => {
    for (const said of shownBy(node).flatMap(saidBy)) tell(said, 'is said in English alone');
    if (node.type !== 'CallExpression' || !Object.hasOwn(textsOf, node.callee.name ?? '')) return;
    const call = node;
    const { at, brings } = textsOf[call.callee.name];
    const literals = at.map((index) => literalOf(call.arguments[index]));
    if (literals.includes(undefined)) tell(call, 'has a text that is no literal');
    if (!isLate) tell(call, 'is asked for when the module is read');
    const values = call.arguments.length - at.at(-1) - 1 + brings;
    const hasRest = call.arguments.some(({ type }) => type === 'SpreadElement');
    for (const text of literals.filter((literal) => literal !== undefined)) {
      const places = Array.from(text.matchAll(/\{(\d)\}/g), ([, index]) => Number(index) + 1);
      if (!hasRest && Math.max(0, ...places) > values) tell(call, 'has no value for a place of its text');
      texts.push(text);
    }
  });
  return { texts, problems };
}

const literalOf = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined);

/** The visible texts of a node. */
function shownBy(node) {
  switch (node.type) {
    case 'Property':
      return read.has(node.key.name ?? node.key.value) ? [node.value] : [];
    case 'AssignmentExpression':
      return read.has(node.left.property?.name) ? [node.right] : [];
    case 'CallExpression':
    case 'NewExpression':
      return says.has(node.callee.property?.name ?? node.callee.name) ? node.arguments : [];
    default:
      return [];
  }
}

const isWords = (value) => typeof value === 'string' && /\p{L}\p{Ll}/u.test(value.replace(icon, '')) && !untranslated.has(value);

/** The literal texts in an expression. */
function saidBy(node) {
  switch (node?.type) {
    case 'Literal':
      return isWords(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis.filter(({ value }) => isWords(value.cooked));
    case 'ArrayExpression':
      return node.elements.flatMap(saidBy);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(saidBy);
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(saidBy);
    default:
      return [];
  }
}

/** Visits all nodes. `isLate`: the node is evaluated when a function is called. */
function visit(node, isLate, onNode) {
  if (Array.isArray(node)) for (const item of node) visit(item, isLate, onNode);
  if (typeof node?.type !== 'string') return;
  onNode(node, isLate);
  const isFunction = /Function/.test(node.type) || (node.type === 'PropertyDefinition' && !node.static);
  for (const part of Object.values(node)) if (typeof part === 'object') visit(part, isLate || isFunction, onNode);
}

if (process.argv[1] === import.meta.filename) {
  const { texts, problems } = await readTexts();
  for (const problem of problems) console.error(problem);
  fs.mkdirSync(path.dirname(path.join(repository, bundleFile)), { recursive: true });
  fs.writeFileSync(path.join(repository, bundleFile), bundleOf(texts));
  const differences = readTranslations().flatMap(({ file, missing, stale, changed }) =>
    Object.entries({ 'is missing': missing, 'is stale, remove it': stale, 'changes a placeholder or a mark': changed }).flatMap(
      ([what, keys]) => keys.map((key) => `${file}: ${JSON.stringify(key)} ${what}`),
    ),
  );
  for (const difference of differences) console.error(difference);
  process.exitCode = problems.length + differences.length > 0 ? 1 : 0;
}
