import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import type { Block, DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { endOfLines } from './requestPiece.ts';

/** A URL to request, and whether the credentials of the request above may be sent to it. */
export interface Followed {
  readonly url: URL;
  readonly isSameOrigin: boolean;
}

/** The edit that adds a GET request for a URL below a request, with its `# @auth` and `Authorization` if the origin is the same. */
export function followEdit({ text }: DocumentTree, block: Block & RequestBlock, { url, isSameOrigin }: Followed): TextEdit {
  const eol = lineBreakOf(text);
  const written = (part: { readonly range: { readonly start: number; readonly end: number } }): string =>
    text.slice(part.range.start, part.range.end).trimEnd();
  const auth = isSameOrigin ? block.directives.filter(({ name }) => name.text === 'auth').map(written) : [];
  const headers = isSameOrigin ? block.headers.filter(({ name }) => name.text.toLowerCase() === 'authorization').map(written) : [];
  // The fragment is not sent. Text that looks like a placeholder is none.
  const target = url.href.slice(0, url.href.length - url.hash.length).replaceAll('{{', String.raw`\{{`);
  const end = endOfLines(text, block.range.start, block.range.end);
  const lines = ['', '', `### ${url.pathname}`, ...auth, `GET ${target}`, ...headers];
  return { range: { start: end, end }, newText: lines.join(eol) + (end === text.length ? eol : '') };
}
