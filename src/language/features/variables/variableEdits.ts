import { parseJson, type JsonNode } from '../../../base/json/json.ts';
import type { Range } from '../../../base/text/text.ts';
import { jsonOrTyped } from '../../../base/values/typedValue.ts';
import type { FileEdits, TextEdit } from '../../edit.ts';
import type { Origin } from '../../semantics/variables/variables.ts';
import type { DefinitionNode, DocumentTree } from '../../syntax/nodes.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { definitionAtTop, inCollectionFile, inEnvironment } from '../edits/definitionEdits.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

export interface WrittenDefinition {
  /** Absolute path. */
  readonly file: string;
  /** The value: a template. In an environment file a string's text, else JSON. */
  readonly text: string;
  readonly range: Range;
  readonly change: (text: string) => FileEdits;
  readonly remove: FileEdits | undefined;
}

/**
 * The definition of a variable, or of the part that a path selects. Undefined if no file contains it, or if the part has no
 * text of its own.
 */
export function writtenDefinition(
  view: FileView,
  name: string,
  { file, line, layer, environment }: Origin,
  path: readonly (string | number)[] = [],
): WrittenDefinition | undefined {
  if (file === undefined || layer === 'script' || layer === 'option' || layer === 'data') return undefined;
  if (layer === 'environment' || layer === 'shared') return inEnvironmentFile(view, file, environment ?? '$shared', [name, ...path]);
  const tree = file === view.file ? view.tree : view.files().find((f) => f.file === file)?.tree;
  const node = tree && definitionAt(tree, name, line ?? 0);
  if (node === undefined || path.length > 0) return undefined;
  const { value, range } = node;
  const edits = (edit: TextEdit): FileEdits => ({ file, edits: [edit] });
  return {
    file,
    text: value.text,
    range: { start: value.start, end: value.end },
    change: (text) => edits({ range: { start: value.start, end: value.end }, newText: text }),
    remove: edits({ range, newText: '' }),
  };
}

/** `line` counts from 1. */
function definitionAt({ blocks, lines }: DocumentTree, name: string, line: number): DefinitionNode | undefined {
  for (const block of blocks)
    for (const d of block.definitions) if (d.name.text === name && lines.positionAt(d.range.start).line === line - 1) return d;
  return undefined;
}

function inEnvironmentFile(view: FileView, file: string, environment: string, path: readonly (string | number)[]) {
  const source = view.environmentFiles().find((f) => f.file === file) ?? view.collection.environmentFiles.find((f) => f.file === file);
  if (source?.root === undefined) return undefined;
  let node: JsonNode | undefined = source.root;
  let parent: JsonNode = source.root;
  for (const key of [environment, ...path]) {
    if (node === undefined) return undefined;
    parent = node;
    node = childOf(node, key);
  }
  if (node === undefined) return undefined;
  const { range } = node;
  const isText = node.kind === 'scalar' && typeof node.value === 'string';
  const written: WrittenDefinition = {
    file,
    text: node.kind === 'scalar' && typeof node.value === 'string' ? node.value : source.text.slice(range.start, range.end),
    range,
    change: (text) => ({ file, edits: [{ range, newText: isText || parseJson(text) === undefined ? JSON.stringify(text) : text.trim() }] }),
    remove: parent.kind === 'object' ? { file, edits: [removalOf(parent, node)] } : undefined,
  };
  return written;
}

function childOf(node: JsonNode, key: string | number): JsonNode | undefined {
  if (node.kind === 'object') return node.members.findLast((m) => m.key === String(key))?.value;
  return node.kind === 'array' ? node.items[Number(key)] : undefined;
}

/** The edit that removes a member from an object with its comma. */
function removalOf({ members, range }: ObjectNode, value: JsonNode): TextEdit {
  const at = members.findIndex((m) => m.value === value);
  const before = members[at - 1];
  const after = members[at + 1];
  if (before !== undefined) return { range: { start: before.value.range.end, end: value.range.end }, newText: '' };
  if (after !== undefined) return { range: { start: members[at]?.keyRange.start ?? 0, end: after.keyRange.start }, newText: '' };
  return { range, newText: '{}' };
}

/** Text that the user typed, as JSON. */
function jsonFor(text: string): string {
  return typeof jsonOrTyped(text) === 'string' ? JSON.stringify(text) : text.trim();
}

export interface DefinitionTarget {
  readonly kind: 'file' | 'environment' | 'collection';
  readonly file: string;
  /** The edits that define a variable. `text` is the value as the user typed it. */
  readonly define: (name: string, text: string) => FileEdits;
}

/** Places for a new variable: the file, the selected environment, `collection.req`. */
export function definitionTargets(view: FileView): readonly DefinitionTarget[] {
  const line = (name: string, text: string): string => `@${name} = ${text}`;
  const targets: DefinitionTarget[] = [
    { kind: 'file', file: view.file, define: (name, text) => ({ file: view.file, edits: [definitionAtTop(view.tree, line(name, text))] }) },
  ];
  const environment = inEnvironment(view, '', '""');
  if (environment !== undefined)
    targets.push({
      kind: 'environment',
      file: environment.file,
      define: (name, text) => inEnvironment(view, name, jsonFor(text)) ?? environment,
    });
  if (sharedKind(view.file) !== 'collection')
    targets.push({
      kind: 'collection',
      file: inCollectionFile(view, '').file,
      define: (name, text) => inCollectionFile(view, line(name, text)),
    });
  return targets;
}
