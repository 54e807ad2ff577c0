// Checks the English of docs, comments and user-visible texts; part of `npm run check`. Docs: reading grade, style, and words that the
// glossary replaces. Comments and texts: only these words. cspell checks the spelling (cspell.json).
import { fleschKincaid } from 'flesch-kincaid';
import fs from 'node:fs';
import path from 'node:path';
import { syllable } from 'syllable';
import writeGood from 'write-good';

const repository = path.resolve(import.meta.dirname, '..');

/** Highest Flesch-Kincaid grade of a page: school years that a reader needs. */
const highestGrade = 9;

/** Words of an older glossary and their replacements, checked in docs, comments and UI texts. */
const replaced = [
  [/\boctets?\b(?!-stream)/i, 'byte'],
  [/\banew\b/i, 'again'],
  [/\bnobody\b/i, 'no user, no listener'],
  [/\bsomebody\b/i, 'a user'],
  [/\bwhoever\b/i, 'the user'],
  [/\bcircumscribe/i, 'the noun'],
  [/\bno longer than what came\b/i, 'the received bytes'],
  [/(?<!\bthere )\bis no (?:HAR|JSON|file)\b/i, 'is not a …'],
];

/** Paragraphs and list items of a Markdown page, without code, tables, headings and links' addresses. */
export function proseOf(markdown) {
  return markdown
    .replaceAll('\r\n', '\n')
    .replaceAll(/^---\n.*?\n---\n/gs, '')
    .replaceAll(/^(```+|~~~+).*?^\1.*?$/gms, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .split(/\n{2,}|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/^(?:#|\||>?\s*<|\[[^\]]+\]:)/.test(text))
    .map((text) =>
      text
        .replace(/^(?:[-*]|\d+\.)\s+/, '')
        .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/`[^`]*`/g, 'code')
        .replaceAll(/\*\*?|__/g, '')
        .replaceAll(/\s+/g, ' '),
    );
}

/** Flesch-Kincaid grade of a text. Code in backticks counts as one short word. */
export function gradeOf(paragraphs) {
  const sentences = paragraphs.flatMap((text) => text.split(/(?<=[.!?:;])\s+/)).filter((text) => /\w/.test(text));
  const words = sentences.flatMap((text) => text.match(/[\p{L}\p{N}'’-]+/gu) ?? []);
  if (words.length < 30) return 0;
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables });
}

/** Problems of style in one paragraph: weak and wordy phrases, repeated words. */
export const styleProblems = (text) =>
  writeGood(text, { passive: false, adverb: false, so: false, thereIs: false, tooWordy: false, weasel: false, eprime: false })
    .map(({ reason }) => reason)
    // A list of code spans is not a repeated word.
    .filter((reason) => !/^"code,?" is repeated/.test(reason));

/** Words in `text` that the glossary replaces, with what to write. */
export const wordsToReplace = (text) =>
  replaced.flatMap(([pattern, better]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}": write ${better}`];
  });

const pages = () => [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md'].filter((name) => fs.existsSync(path.join(repository, name))),
  ...fs
    .readdirSync(path.join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

function* textsOfSources() {
  for (const name of fs.readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = fs.readFileSync(path.join(repository, 'src', name), 'utf8');
    for (const [comment] of text.matchAll(/\/\*\*.*?\*\/|^\s*\/\/.*$/gms)) yield [`src/${name}`, comment];
  }
  for (const text of Object.keys(JSON.parse(fs.readFileSync(path.join(repository, 'l10n/bundle.l10n.json'), 'utf8')))) yield ['l10n', text];
  for (const text of Object.values(JSON.parse(fs.readFileSync(path.join(repository, 'package.nls.json'), 'utf8'))))
    yield ['package.nls.json', text];
}

/** Every problem as `file: problem`. */
export function checkProse() {
  const problems = [];
  for (const page of pages()) {
    const paragraphs = proseOf(fs.readFileSync(path.join(repository, page), 'utf8'));
    const grade = gradeOf(paragraphs);
    if (grade > highestGrade) problems.push(`${page}: grade ${grade.toFixed(1)}; at most ${highestGrade}. Shorten sentences and words.`);
    for (const text of paragraphs) {
      const found = [...styleProblems(text), ...wordsToReplace(text)];
      problems.push(...found.map((problem) => `${page}: ${problem} in "${text.slice(0, 80)}"`));
    }
  }
  for (const [file, text] of textsOfSources())
    problems.push(...wordsToReplace(text).map((problem) => `${file}: ${problem} in "${text.trim().slice(0, 80)}"`));
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkProse();
  for (const problem of problems) console.log(problem);
  if (process.argv.includes('--grades'))
    for (const page of pages()) console.log(gradeOf(proseOf(fs.readFileSync(path.join(repository, page), 'utf8'))).toFixed(1), page);
  if (problems.length > 0) process.exitCode = 1;
}
