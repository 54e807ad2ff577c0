import { referenceTo, type NodePath } from '../../../base/values/nodePath.ts';
import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { parse } from '../../syntax/parser.ts';
import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { endOfHeadLines } from './headLines.ts';
import { endOfLines } from './requestPiece.ts';

/** A value of a received response: its path from the body's root, and its JSON text. */
export interface ResultValue {
  readonly path: NodePath;
  readonly json: string;
}

/** Limit in UTF-16 units for comparing a value with `==`; longer values are compared by type. */
const longestText = 2000;

/**
 * The edit that adds an assertion that holds for a value of a response, after the request's other assertions. Undefined if
 * the language cannot express the path.
 */
export const assertionEdit = (tree: DocumentTree, block: RequestBlock, { path, json }: ResultValue): TextEdit | undefined =>
  addedAssertion(tree, block, path, expectation(json));

/** The same for an assertion that a value conforms to the schema of a file. */
export const schemaAssertionEdit = (tree: DocumentTree, block: RequestBlock, path: NodePath, schema: string): TextEdit | undefined =>
  addedAssertion(tree, block, path, `matchesSchema ${schema}`);

/** Adds nothing if the request already has the same assertion. */
function addedAssertion(tree: DocumentTree, block: RequestBlock, path: NodePath, rest: string): TextEdit | undefined {
  const left = referenceTo('body', path);
  const line = `?? ${left} ${rest}`;
  const { start } = block.range;
  if (rest.startsWith('matchesSchema') && block.assertions.some((a) => a.text.text.trim() === line.slice(3)))
    return { range: { start, end: start }, newText: '' };
  const edit = below(tree, block, line);
  const written = parse(applied(tree.text, edit));
  // A path cannot contain a name with braces.
  const found = written.blocks.some(({ assertions }) =>
    assertions.some((a) => a.text.text.trim() === line.slice(3) && a.left.text === left),
  );
  return found ? edit : undefined;
}

/** The edit that sets a variable from a response value, in the request's last response script or in a new one. */
export function setVariableEdit(tree: DocumentTree, block: RequestBlock, name: string, path: NodePath): TextEdit {
  const statement = `tool.setVar(${JSON.stringify(name)}, ${propertyOf(path)});`;
  const eol = lineBreakOf(tree.text);
  const script = block.responseScripts.findLast((s) => s.inline);
  if (script === undefined) return below(tree, block, `> {%${eol}  ${statement}${eol}%}`);
  const { source } = script;
  const kept = source.text.trimEnd();
  const start = source.start + kept.length;
  const indent = /[\r\n]([ \t]+)[^\r\n]*$/.exec(kept)?.[1] ?? '  ';
  return { range: { start, end: source.end }, newText: `${eol}${indent}${statement}${eol}` };
}

function expectation(json: string): string {
  if (json.startsWith('{')) return 'isObject';
  if (json.startsWith('[')) return 'isArray';
  if (json.length > longestText) return json.startsWith('"') ? 'isString' : 'isNumber';
  // Escape text that looks like a placeholder.
  return `== ${json.replaceAll('{{', String.raw`\{{`)}`;
}

/** A JavaScript expression that reads a value from the response body. */
function propertyOf(path: NodePath): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return `response.body${parts.join('')}`;
}

/** Adds lines after the last assertion, or after the request if it has none. */
function below({ text }: DocumentTree, block: RequestBlock, lines: string): TextEdit {
  const eol = lineBreakOf(text);
  const last = block.assertions.at(-1);
  const above = (last ?? block.body)?.range.end ?? endOfHeadLines(block);
  const end = endOfLines(text, block.range.start, above);
  const gap = last !== undefined && lines.startsWith('??') ? eol : eol + eol;
  const after = end === text.length ? eol : '';
  return { range: { start: end, end }, newText: gap + lines + after };
}

const applied = (text: string, { range, newText }: TextEdit): string => text.slice(0, range.start) + newText + text.slice(range.end);
