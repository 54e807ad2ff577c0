import { isUrlOfApi } from '../api/apiNaming.ts';
import { fileDirectives } from '../../catalog/directiveCatalog.ts';
import { modulePaths } from '../../../base/scriptImports.ts';
import { boundaryLines, splitBody } from './bodySource.ts';
import { namedSchemaOf } from './schemaNames.ts';
import type { Block, Span } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';

export interface FileMention {
  readonly kind: 'body' | 'script' | 'saved-response' | 'certificate' | 'key' | 'data' | 'schema' | 'graphql';
  /** The path as written; it can contain placeholders. */
  readonly path: Span;
  /** Endings of which the first that exists belongs to the path; none but the path as written if absent. */
  readonly endings?: readonly string[];
}

const none: readonly never[] = [];
const asWritten: readonly string[] = [''];

/** Only blocks that name files, because most blocks of a large file name none. */
const known = new WeakMap<Block, readonly FileMention[]>();

/** All files that a block names, in file order: scripts, bodies and parts of bodies, saved responses, certificates, keys, data. */
export function fileMentions(block: Block): readonly FileMention[] {
  const mentions = known.get(block);
  if (mentions !== undefined) return mentions;
  const found = [...read(block)].sort((a, b) => a.path.start - b.path.start);
  if (found.length === 0) return none;
  known.set(block, found);
  return found;
}

/** The paths without placeholders in each block. Only these can be looked up. */
export const pathsIn = cachePerBlock((_, block): readonly string[] => {
  const paths = fileMentions(block).flatMap(({ path, endings = asWritten }) =>
    path.text === '' || path.text.includes('{{') ? [] : endings.map((ending) => path.text + ending),
  );
  return paths.length === 0 ? none : paths;
});

function* read(block: Block): Generator<FileMention> {
  for (const script of [...block.preScripts, ...block.responseScripts]) {
    if (!script.inline) yield { kind: 'script', path: script.source };
    else
      for (const { start, end, text, endings = asWritten } of modulePaths(script.source.text))
        yield { kind: 'script', path: { start: script.source.start + start, end: script.source.start + end, text }, endings };
  }
  for (const assertion of block.assertions) {
    const named = namedSchemaOf(assertion);
    if (named?.kind === 'file') yield { kind: 'schema', path: named.path };
  }
  for (const node of block.nodes) if (node.kind === 'saved-response') yield { kind: 'saved-response', path: node.path };
  for (const { name, argument } of block.directives)
    if (
      fileDirectives.has(name.text) &&
      argument !== undefined &&
      argument.text !== 'none' &&
      !(name.text === 'openapi' && isUrlOfApi(argument.text))
    )
      yield { kind: fileKinds[name.text] ?? 'certificate', path: argument };
  for (const { name, argument } of block.directives) if (name.text === 'auth' && argument !== undefined) yield* keyFileOf(argument);
  if (block.body === undefined) return;
  const { text, start } = block.body.text;
  if (!text.includes('<')) return;
  const boundary = boundaryOf(block);
  for (const piece of splitBody(text, boundary === undefined ? undefined : boundaryLines(boundary))) {
    if (piece.kind === 'file')
      yield { kind: 'body', path: { start: start + piece.pathRange.start, end: start + piece.pathRange.end, text: piece.path } };
  }
}

const fileKinds: Readonly<Record<string, FileMention['kind']>> = { data: 'data', graphql: 'graphql', openapi: 'schema' };

/** The path in `key-file=` of `# @auth`. */
function* keyFileOf({ start, text }: Span): Generator<FileMention> {
  const [whole = '', before = '', quote = '', quoted, plain = ''] = /([ \t]key-file=)(?:(["'])(.*?)\2|(\S*))/.exec(text) ?? [];
  const path = quoted ?? plain;
  if (whole === '' || path === '') return;
  const at = start + text.indexOf(whole) + before.length + quote.length;
  yield { kind: 'key', path: { start: at, end: at + path.length, text: path } };
}

/** The boundary of a multipart body as written. A boundary from a placeholder is only known when sending. */
export function boundaryOf(block: Block): string | undefined {
  const header = block.headers.findLast((h) => h.name.text.toLowerCase() === 'content-type');
  const m = /multipart\/[^;]*;.*?boundary=(?:"([^"]*)"|([^;\s"]+))/i.exec(header?.values.map((v) => v.text).join(' ') ?? '');
  return m?.[1] ?? m?.[2];
}
