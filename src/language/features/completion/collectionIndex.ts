import { cachePerBlock } from '../../incremental/blockCache.ts';
import { directiveOf, nameOf, titleOf, type Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** Words of a block that completion offers in other blocks. */
interface BlockWords {
  /** The request line's target without its query; undefined in a block without a request. */
  readonly url: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly tags: readonly string[];
  /** Name and title of the request; undefined in a block without a named request. */
  readonly request: { readonly name: string; readonly title: string } | undefined;
}

const longest = 500;

const wordsIn = cachePerBlock((_, block): BlockWords => {
  const url = block.requestLine?.target.text.split('?', 1)[0];
  return {
    url: url === undefined || url === '' || url.length > longest ? undefined : url,
    headers: block.headers.flatMap((h): (readonly [string, string])[] => {
      const value = h.values.map((v) => v.text).join(' ');
      return value.length > longest ? [] : [[h.name.text, value]];
    }),
    request: block.requestLine === undefined || nameOf(block) === '' ? undefined : { name: nameOf(block), title: titleOf(block) },
    tags: (directiveOf(block, 'tag') ?? '').split(',').flatMap((t) => (t.trim() === '' ? [] : [t.trim()])),
  };
});

/** The words of all blocks of the collection except one, those of this file first. */
function* others(view: FileView, own: Block): Generator<BlockWords> {
  const words = wordsIn(view.tree);
  for (const [i, block] of view.tree.blocks.entries()) if (block !== own) yield words.at(i) as BlockWords;
  for (const { file, tree } of view.files()) if (file !== view.file) yield* wordsIn(tree);
}

/** Targets of the other requests as written, without their queries. May contain duplicates. */
export function* urlsUsed(view: FileView, own: Block): Generator<string> {
  for (const { url } of others(view, own)) if (url !== undefined) yield url;
}

/** The other named requests, those of the file first. May contain duplicate names. */
export function* requestsNamed(view: FileView, own: Block): Generator<{ readonly name: string; readonly title: string }> {
  for (const { request } of others(view, own)) if (request !== undefined) yield request;
}

/** Header names that the other requests send, by their lower-case form. */
export function headersUsed(view: FileView, own: Block): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { headers } of others(view, own)) {
    for (const [name] of headers) {
      const key = name.toLowerCase();
      if (!names.has(key)) names.set(key, name);
    }
  }
  return names;
}

/** Values that the other requests give to a header. */
export function valuesUsed(view: FileView, own: Block, header: string): ReadonlySet<string> {
  const values = new Set<string>();
  const key = header.toLowerCase();
  for (const { headers } of others(view, own))
    for (const [name, value] of headers) if (value !== '' && name.toLowerCase() === key) values.add(value);
  return values;
}

export function tagsUsed(view: FileView, own: Block): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const block of others(view, own)) for (const tag of block.tags) tags.add(tag);
  return tags;
}

/** Names after `{{$secret.`, `{{$env.` and similar roots in the files of the collection. */
export function namesBehind(view: FileView, root: string): ReadonlySet<string> {
  const names = new Set<string>();
  const sign = `{{${root}`;
  for (const { tree } of view.files()) {
    const { text } = tree;
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      const name = /^[. ]([\p{L}_][\p{L}\p{N}_-]{0,80})[ \t]*[}|]/u.exec(text.slice(at + sign.length, at + sign.length + 100))?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
