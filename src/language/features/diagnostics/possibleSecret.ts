import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { Block, DocumentTree, Span } from '../../syntax/nodes.ts';
import type { BlockInput } from './rules.ts';
import { isExample, isRandom, secretsByForm } from './secretForms.ts';
import { secretNamed } from './secretNames.ts';

/** A text in a file that looks like real credentials. */
export interface PossibleSecret {
  readonly range: Range;
  /** `a GitHub token`. */
  readonly what: string;
  readonly name: string;
  readonly value: string;
}

/** Reports credentials in a file. The message never contains them. */
export function* possibleSecret({ view, block }: BlockInput): Generator<Diagnostic> {
  for (const secret of secretsIn(view.tree, block)) yield diagnostic('possible-secret', 'warning', secret.range, secretMessage(secret));
}

export const secretMessage = ({ what, name }: PossibleSecret): string =>
  `This looks like ${what}, and anyone with this file can read it. Put it in the secret storage and write {{$secret.${name}}}, or put it in a private environment file.`;

/** Credentials in a block, in order; of overlapping ones the first. */
export function secretsIn(tree: DocumentTree, block: Block): readonly PossibleSecret[] {
  let end = 0;
  return [...byForm(tree, block), ...byName(block)]
    .toSorted((a, b) => a.range.start - b.range.start)
    .filter(({ range }) => {
      const isFirst = range.start >= end;
      if (isFirst) ({ end } = range);
      return isFirst;
    });
}

function* byForm(tree: DocumentTree, block: Block): Generator<PossibleSecret> {
  const { start } = block.range;
  for (const { what, name, value, start: at } of secretsByForm(tree.text.slice(start, block.range.end))) {
    const range = { start: start + at, end: start + at + value.length };
    const definition = block.definitions.find((d) => d.value.start <= range.start && range.end <= d.value.end);
    yield { range, what, name: definition?.name.text ?? name, value };
  }
}

const secretHeader = /^(?:x-)?(?:.*-)?(?:api-?key|auth-?token|access-?token|auth-?key|secret)$/i;
const secretParameter = /[?&]((?:api|access|auth)[-_]?(?:key|token)|key|token|(?:client[-_]?)?secret|sig|signature)=([^&\s#{}]{16,500})/gi;

/** Random-looking texts whose name indicates a secret. */
function* byName(block: Block): Generator<PossibleSecret> {
  for (const { name, value } of block.definitions)
    if (secretNamed(name.text) && isRandom(value.text, 8)) yield { ...whole(value), what: 'a secret', name: name.text };
  for (const { name, values } of block.headers) {
    const [value] = values;
    if (value === undefined || values.length > 1 || value.text.includes('{{')) continue;
    if (/^(?:proxy-)?authorization$/i.test(name.text)) yield* inAuthorization(value);
    else if (secretHeader.test(name.text) && isRandom(value.text)) yield { ...whole(value), what: 'a key', name: camel(name.text) };
  }
  for (const text of block.requestLine === undefined ? [] : [block.requestLine.target, ...block.continuations.map((c) => c.text)]) {
    for (const m of text.text.matchAll(secretParameter)) {
      const [, name = '', value = ''] = m;
      const end = text.start + m.index + m[0].length;
      if (isRandom(value)) yield { range: { start: end - value.length, end }, what: 'a key', name: camel(name), value };
    }
  }
}

function* inAuthorization(header: Span): Generator<PossibleSecret> {
  const [, scheme = '', value = ''] = /^([\w-]+)[ \t]+(\S+)$/.exec(header.text) ?? [];
  const range = { start: header.end - value.length, end: header.end };
  if (scheme.toLowerCase() === 'basic') {
    const password = passwordOf(value);
    if (password !== undefined && password.length >= 6 && !isExample(password))
      yield { range, what: 'a password in base64', name: 'basicCredentials', value };
  } else if (isRandom(value)) yield { range, what: 'a token', name: 'token', value };
}

/** The password in Basic credentials (RFC 7617 §2); undefined if they are malformed. */
function passwordOf(credentials: string): string | undefined {
  try {
    return /:([^]*)$/.exec(atob(credentials))?.[1];
  } catch {
    return undefined;
  }
}

const whole = ({ start, end, text }: Span): { readonly range: Range; readonly value: string } => ({ range: { start, end }, value: text });

/** `X-Api-Key` → `apiKey`. */
const camel = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^x-/, '')
    .replace(/[-_]+(\w?)/g, (_, c: string) => c.toUpperCase());
