import { readJson, whyNoJson } from '../../../base/json/json.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { isJsonType, mediaType } from '../../semantics/request/requestBody.ts';
import type { TemplateText } from '../../semantics/request/requestSource.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import { typeOfBody, type KnownRequest } from './knownRequest.ts';
import type { BlockInput } from './rules.ts';

/** Longer bodies are not checked. */
const longest = 1_000_000;

const lineTypes = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/stream+json']);

/** Reports the first JSON error of a body that is JSON by its type or its beginning. */
export function* invalidJson({ block, request }: BlockInput): Generator<Diagnostic> {
  if (block.body === undefined || block.requestLine?.method?.text === 'GRAPHQL') return;
  const known = request();
  const body = known?.source.body;
  if (known === undefined || body === undefined || body.written.length > longest || /^<@?[ \t]/.test(body.written)) return;
  const type = typeOfBody(known);
  const isJson = type === undefined ? beginsAsJson(body.written) : isJsonType(type);
  if (!isJson && !(type !== undefined && lineTypes.has(mediaType(type)))) return;
  const problem = isJson ? problemIn(standInText(body)) : problemInLines(standInText(body));
  if (problem === undefined || mayBeJson(body, problem.offset, known, isJson)) return;
  const place = Math.min(placeIn(body, problem.offset), block.body.text.end);
  const why = whyNoJson(problem);
  const message = !why.startsWith('is not JSON')
    ? `${isJson ? 'This body' : 'A line of this body'} ${why}${type === undefined ? ', so it gets no Content-Type' : ''}`
    : type === undefined
      ? `This body begins like JSON but is not valid JSON, so it gets no Content-Type: ${problem.message}`
      : `This body is not ${isJson ? 'JSON' : 'one JSON value per line'}: ${problem.message}`;
  yield diagnostic('invalid-json', 'warning', { start: place, end: place + 1 }, `${message}.`);
}

/** Matches `{"a"…`, `{}`, `{a: …` and `[1`, but not `{ user { id } }` or `[section]`. */
const beginsAsJson = (text: string): boolean =>
  /^\s*(?:\{(?!\{)\s*(?:["'}]|[\w$-]{1,100}\s*:)|\[\s*(?:[["\]\d{-]|(?:true|false|null)\b))/.test(text);

interface Problem {
  readonly offset: number;
  readonly message: string;
}

function problemIn(text: string): Problem | undefined {
  const result = readJson(text);
  return result.ok ? undefined : result.problem;
}

function problemInLines(text: string): Problem | undefined {
  for (const m of text.matchAll(/[^\r\n]+/g)) {
    const problem = m[0].trim() === '' ? undefined : problemIn(m[0]);
    if (problem !== undefined) return { ...problem, offset: m.index + problem.offset };
  }
  return undefined;
}

/** The body with digits in place of its placeholders, of equal length: valid inside and outside of strings. */
const standInText = ({ template }: TemplateText): string =>
  template.parts.map((p) => (p.kind === 'text' ? p.text : '1'.repeat(p.range.end - p.range.start))).join('');

/** Maps an offset of that text to the file; an escape (`\{{`) is longer in the file. */
function placeIn({ template }: TemplateText, offset: number): number {
  let before = 0;
  for (const part of template.parts) {
    const length = lengthOf(part);
    if (offset < before + length) return Math.min(part.range.start + offset - before, part.range.end - 1);
    before += length;
  }
  return Math.max(0, (template.parts.at(-1)?.range.end ?? 1) - 1);
}

/** Whether placeholders may make the body valid, as in `{ {{members}} }`. Values known only after sending are assumed to fit. */
function mayBeJson(body: TemplateText, offset: number, { resolution, isUnsure }: KnownRequest, isJson: boolean): boolean {
  const { parts } = body.template;
  if (!parts.some((p) => p.kind === 'placeholder')) return false;
  const [filled] = resolution.ok ? resolution.request.body : [];
  if (filled?.kind === 'text' && (isJson ? problemIn(filled.text) : problemInLines(filled.text)) === undefined) return true;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const length = lengthOf(part);
    if (offset < at + length || i === parts.length - 1) {
      const previous = parts[i - 1];
      const culprit = part.kind === 'text' && part.text.slice(0, offset - at).trim() === '' ? previous : part;
      return culprit?.kind === 'placeholder' && isUnsure(culprit);
    }
    at += length;
  }
  return false;
}

/** Length of a part in the text with substitutes. */
const lengthOf = (part: TextPart | Placeholder): number => (part.kind === 'text' ? part.text.length : part.range.end - part.range.start);
