import { subjects } from '../catalog/assertionCatalog.ts';
import { closest } from '../../base/text/closest.ts';
import type { Range } from '../../base/text/text.ts';
import { directives } from '../catalog/directiveCatalog.ts';
import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import type { DefinitionNode, DirectiveNode, SeparatorNode, Span } from './nodes.ts';
import { Slice } from './slice.ts';

/** Offsets of a line: `end` is before its line break, `next` after it. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

export type Report = (d: Diagnostic) => void;

export const span = (text: string, start: number, end: number): Span => new Slice(text, start, end);
export const whole = (line: Line): Range => ({ start: line.start, end: line.next });

export const isSpace = (c: number): boolean => c === 32 || c === 9;

/** The slice without spaces and tabs at either end. */
export function trimmed(text: string, start: number, end: number): Span {
  let s = start;
  let e = end;
  while (s < e && isSpace(text.charCodeAt(s))) s++;
  while (e > s && isSpace(text.charCodeAt(e - 1))) e--;
  return span(text, s, e);
}

/** The end of the word that begins at `at`. White space inside braces does not end it. */
export function wordEnd(text: string, at: number, end: number): number {
  let i = at;
  let depth = 0;
  while (i < end) {
    const c = text.charCodeAt(i);
    if (c === 123) depth++;
    else if (c === 125 && depth > 0) depth--;
    else if (isSpace(c) && depth === 0) break;
    i++;
  }
  return i;
}

export function trimmedEnd(text: string, start: number, end: number): number {
  let e = end;
  while (e > start && isSpace(text.charCodeAt(e - 1))) e--;
  return e;
}

export const isComment = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 35 || (text.charCodeAt(at) === 47 && text.charCodeAt(at + 1) === 47);

export function readSeparator(text: string, line: Line): SeparatorNode {
  let at = line.start;
  while (text.charCodeAt(at) === 35 && at < line.end) at++;
  const title = trimmed(text, at, line.end);
  return { kind: 'separator', range: whole(line), title: title.text === '' ? undefined : title };
}

const directiveForm = /(?:#|\/\/)[ \t]*@([A-Za-z0-9-]+)[ \t]*=?[ \t]*/y;

/** Reads `# @name value`. Returns undefined for a plain comment. */
export function readDirective(text: string, line: Line, report: Report): DirectiveNode | undefined {
  directiveForm.lastIndex = line.start;
  const m = directiveForm.exec(text);
  if (m === null || m.index + m[0].length > line.end) return undefined;
  const nameStart = text.indexOf('@', line.start) + 1;
  const name = span(text, nameStart, nameStart + (m[1] ?? '').length);
  const argument = trimmed(text, line.start + m[0].length, line.end);
  const known = directives.find((d) => d.name === name.text);
  if (known === undefined) {
    const near = closest(
      name.text,
      directives.map((d) => d.name),
    );
    report(
      diagnostic(
        'unknown-directive',
        'warning',
        name,
        `Unknown directive @${name.text}${near === undefined ? '.' : `: did you mean @${near}?`} It has no effect.`,
        near === undefined ? {} : { suggestion: near },
      ),
    );
  } else if (known.argument === 'needed' && argument.text === '') {
    report(diagnostic('directive-value', 'warning', name, `@${name.text} needs a value: ${known.form}.`));
  } else if (known.check !== undefined && argument.text !== '' && !known.check.test(argument.text)) {
    report(diagnostic('directive-value', 'error', argument, `@${name.text} cannot be "${argument.text}": write it as ${known.form}.`));
  }
  return { kind: 'directive', range: whole(line), name, argument: argument.text === '' ? undefined : argument };
}

/** Directives that do not apply to the other requests of a file or a folder, though they seem to. */
const ofRequestOnly: ReadonlySet<string> = new Set(['disabled', 'insecure', 'unsafe-framing', 'until']);

/** Reports directives without effect in a block that has no request. */
export function checkOutsideRequest(found: readonly DirectiveNode[], report: Report): void {
  for (const { name } of found)
    if (ofRequestOnly.has(name.text))
      report(diagnostic('directive-value', 'warning', name, `@${name.text} has no effect here: write it in each request that needs it.`));
}

const definitionForm = /@([^\s=]+)[ \t]*=[ \t]*/y;

/** Reads `@name = value`. Returns undefined if the line is not a definition. */
export function readDefinition(text: string, line: Line): DefinitionNode | undefined {
  definitionForm.lastIndex = line.start;
  const m = definitionForm.exec(text);
  if (m === null || line.start + m[0].length > line.end) return undefined;
  const name = span(text, line.start + 1, line.start + 1 + (m[1] ?? '').length);
  return { kind: 'definition', range: whole(line), name, value: trimmed(text, line.start + m[0].length, line.end) };
}

const definitionName = /^(?!\d)[^\s{}[\]"'|\u0000-\u001f]{1,256}$/;

export function checkDefinition({ name }: Pick<DefinitionNode, 'name'>, report: Report): void {
  if (!definitionName.test(name.text)) {
    const message = `"${name.text}" cannot be a variable name: it cannot begin with a digit or contain braces, brackets, quotes or pipes.`;
    report(diagnostic('definition-name', 'error', name, message));
  } else if (name.text.startsWith('$')) {
    const message = 'Names that begin with $ are reserved for Req: this variable cannot be used.';
    report(diagnostic('definition-name', 'warning', name, message));
  }
}

/** The ASCII characters allowed in a token (RFC 9110 §5.6.2). */
const tokenCharacters = new Uint8Array(128);
for (const c of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") tokenCharacters[c.charCodeAt(0)] = 1;

export const isTokenCharacter = (c: number): boolean => tokenCharacters[c] === 1;

/** Whether the slice is a token of RFC 9110 §5.6.2. */
export function isToken(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isTokenCharacter(text.charCodeAt(i))) return false;
  return end > start;
}

/** Matches `< {%` or `> {%` at `lastIndex`. */
export const scriptOpen = /[<>][ \t]*\{%/y;
const responseScriptFile = /^>[ \t]*\S+\.[cm]?js[ \t]*$/;

/** `@name << body`. A subject must follow `<<`; a line with any other word stays part of the body. */
const captureForm = new RegExp(`@[^\\s=<>{}]+[ \\t]*<<[ \\t]*(?:${subjects.map(({ name }) => name).join('|')})(?![A-Za-z])`, 'y');

/** `@name <<`, where no body can be. */
const meantCapture = /@[^\s=<>{}]+[ \t]*<</y;

/** Whether a line below the body is a capture, also with a subject that does not exist. */
export function isMeantAsCapture(text: string, line: Line): boolean {
  meantCapture.lastIndex = line.start;
  return meantCapture.test(text) && meantCapture.lastIndex <= line.end;
}

/** Whether a line sets a variable to a value of the response. */
function isCapture(text: string, line: Line): boolean {
  captureForm.lastIndex = line.start;
  return captureForm.test(text) && captureForm.lastIndex <= line.end;
}

/**
 * Whether a line ends the body: an assertion (`??`), a capture (`@name << …`), a response script or a saved response.
 * @param first the line's first character code
 */
export function endsBody(text: string, line: Line, first: number): boolean {
  if (first === 63) return text.charCodeAt(line.start + 1) === 63 && text.charCodeAt(line.start + 2) !== 63;
  if (first === 60) return text.charCodeAt(line.start + 1) === 62 && /[ \t]/.test(text[line.start + 2] ?? '');
  if (first === 64) return isCapture(text, line);
  if (first !== 62) return false;
  scriptOpen.lastIndex = line.start;
  return scriptOpen.test(text) || responseScriptFile.test(text.slice(line.start, line.end));
}

/** `endsBody` for a line without its line break, for texts that are written into a body. */
export const lineEndsBody = (line: string): boolean =>
  endsBody(line, { start: 0, end: line.length, next: line.length }, line.charCodeAt(0));
