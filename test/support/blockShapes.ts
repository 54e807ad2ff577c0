import { isRequest, parse, type DocumentTree } from '../../src/language/index.ts';

/** All that an edit could change of a block, as texts. */
export interface BlockShape {
  readonly title: string | undefined;
  readonly request: string | undefined;
  readonly definitions: readonly string[];
  readonly directives: readonly string[];
  readonly headers: readonly string[];
  readonly body: string | undefined;
  readonly assertions: readonly string[];
  readonly captures: readonly string[];
  readonly scripts: readonly string[];
  readonly responseScripts: readonly string[];
  readonly comments: readonly string[];
  readonly unknown: number;
}

/** The shapes of the blocks of a text. */
export const shapesOf = (text: string): readonly BlockShape[] => parse(text).blocks.map((block) => shapeOf(text, block));

function shapeOf(text: string, block: DocumentTree['blocks'][number]): BlockShape {
  const written = ({ range }: { readonly range: { readonly start: number; readonly end: number } }): string =>
    text.slice(range.start, range.end).trim();
  const { requestLine, continuations } = block;
  const url = [requestLine?.method, requestLine?.target, ...continuations.map((c) => c.text)].map((span) => span?.text ?? '');
  return {
    title: block.separator?.title?.text,
    request: isRequest(block) ? url.join(' ') : undefined,
    definitions: block.definitions.map(written),
    directives: block.directives.map(({ name, argument }) => `${name.text} ${argument?.text ?? ''}`),
    headers: block.headers.map(({ name, values }) => `${name.text}: ${values.map((v) => v.text).join(' ')}`),
    body: block.body?.text.text,
    assertions: block.assertions.map((a) => a.text.text),
    captures: block.captures.map(written),
    scripts: block.preScripts.map((s) => s.source.text),
    responseScripts: block.responseScripts.map((s) => s.source.text),
    comments: block.nodes.filter(({ kind }) => kind === 'comment').map(written),
    unknown: block.nodes.filter(({ kind }) => kind === 'unknown').length,
  };
}
