import type { Range } from '../../../base/text/text.ts';
import { parse, sharedKind, type Block, type DocumentTree, type Span } from '../../../language/index.ts';
import { secretsIn } from '../../../language/onDemand.ts';
import { withCredentials } from '../../text/marks.ts';
import { credentialInHeader, isCredential, secretName } from './credentials.ts';
import { inFields, placeholdersInFields, type FoundCredential } from './fieldCredentials.ts';
import type { ImportedFile, ImportedSecret, ImportFormat, ImportInput, ImportNote } from '../importResult.ts';

/** The files without credentials, and the credentials. */
export interface WithSecrets {
  readonly files: readonly ImportedFile[];
  readonly secrets: readonly ImportedSecret[];
  readonly notes: readonly ImportNote[];
}

/**
 * Replaces credentials in the converted files by `{{$secret.NAME}}`: marked ones, those in typical places, and those that Req's diagnostic
 * reports.
 * @param inputs files that equal an input are not changed
 */
export function withSecrets(format: ImportFormat, files: readonly ImportedFile[], inputs: readonly ImportInput[]): WithSecrets {
  const secrets = new Secrets(files);
  const notes: ImportNote[] = [];
  const given = new Map(inputs.map((i) => [i.path, i.text]));
  const used = new Set<string>();
  const unmarked = files.map(({ path, text: marked }): ImportedFile => {
    const text = withCredentials(marked, (name, value) => secrets.take(name, value, path));
    if (path.endsWith('.req')) for (const name of usedAsCredentials(treeOf(path, text))) used.add(name);
    return { path, text };
  });
  const written = unmarked.map(({ path, text }): ImportedFile => {
    if (given.get(path) === text) return { path, text };
    if (!path.endsWith('.req')) return { path, text: inEnvironments(text, used, (name, value) => secrets.take(name, value, path)) };
    const tree = treeOf(path, text);
    const inScripts = [...scriptSecrets(tree)];
    for (const { range, what } of inScripts)
      notes.push({
        file: path,
        line: tree.lines.positionAt(range.start).line + 1,
        level: 'warning',
        message: `A script contains what looks like ${what}: keep it in a secret and write tool.interpolate("{{$secret.NAME}}").`,
      });
    const found = foundIn(tree, used, format).filter(({ range }) => !inScripts.some((s) => s.range.start === range.start));
    return { path, text: replaced(text, found, (name, value) => secrets.take(name, value, path)) };
  });
  return { files: written, secrets: secrets.list(), notes: [...notes, ...secrets.notes()] };
}

const treeOf = (path: string, text: string): DocumentTree => parse(text, { shared: sharedKind(path) !== undefined });

/** Assigns names to credentials; equal values share one. */
class Secrets {
  readonly #taken: Set<string>;
  readonly #byValue = new Map<string, { readonly name: string; readonly places: string[] }>();

  constructor(files: readonly ImportedFile[]) {
    this.#taken = new Set(files.flatMap(({ text }) => Array.from(text.matchAll(/\{\{\$secret\.([\w-]+)/g), (m) => m[1] ?? '')));
  }

  take(wanted: string, value: string, file: string): string {
    const base = secretName(wanted);
    const key = `${base}\n${value}`;
    let found = this.#byValue.get(key);
    if (found === undefined) {
      let name = base;
      for (let i = 2; this.#taken.has(name); i++) name = `${base}_${i}`;
      this.#taken.add(name);
      this.#byValue.set(key, (found = { name, places: [] }));
    }
    if (!found.places.includes(file)) found.places.push(file);
    return `{{$secret.${found.name}}}`;
  }

  list(): readonly ImportedSecret[] {
    return Array.from(this.#byValue, ([key, { name }]) => ({ name, value: key.slice(key.indexOf('\n') + 1) }));
  }

  notes(): readonly ImportNote[] {
    return Array.from(this.#byValue.values(), ({ name, places }) => {
      const more = places.length > 1 ? ` Also in ${places.length - 1} other ${places.length === 2 ? 'file' : 'files'}.` : '';
      const message = `A credential is now the secret ${name}; its value is not in the file.${more}`;
      return { file: places[0] ?? '', level: 'information', message };
    });
  }
}

/** `{{name}}` or `{{name | uri}}`, alone or after a word. */
const variableAlone = /(?:^|\s)\{\{\s*([\w.-]+)\s*(?:\|[^{}]*)?\}\}$/;

function* usedAsCredentials(tree: DocumentTree): Generator<string> {
  for (const block of tree.blocks) {
    for (const { start, end } of placeholdersInFields(block)) {
      const used = variableAlone.exec(tree.text.slice(start, end))?.[1];
      if (used !== undefined) yield used;
    }
    for (const { name, argument } of block.directives) {
      if (name.text !== 'auth' || argument === undefined) continue;
      const [scheme = '', ...words] = argument.text.split(/\s+(?![^{]*\}\})/);
      const secret = /^(?:basic|digest|apikey)$/.test(scheme)
        ? words.slice(1, 2)
        : /^(?:bearer|aws)$/.test(scheme)
          ? words.slice(0, 2)
          : [];
      for (const word of secret) if (variableAlone.test(word)) yield variableAlone.exec(word)?.[1] ?? '';
    }
    for (const { name, values } of block.headers) {
      const [value] = values;
      if (value === undefined || values.length > 1) continue;
      const used = variableAlone.exec(value.text)?.[1];
      if (used !== undefined && credentialInHeader(name.text, value.text) !== undefined) yield used;
    }
  }
}

function foundIn(tree: DocumentTree, used: ReadonlySet<string>, format: ImportFormat): readonly FoundCredential[] {
  return tree.blocks.flatMap((block) => {
    // Values in API descriptions are examples.
    const all =
      format === 'openapi' ? [] : inHeaders(block).concat(inUrls(block), inFields(block), inDirectives(block), inDefinitions(block, used));
    // If both find a credential, the one found by its place is complete.
    const others = secretsIn(tree, block).filter(({ range }) => !all.some((a) => a.range.start < range.end && range.start < a.range.end));
    return [...all, ...others].toSorted((one, other) => one.range.start - other.range.start);
  });
}

const literal = (text: string): boolean => !text.includes('{{') && isCredential(text);

const part = ({ start, text }: Span, from: number, to: number, name: string): readonly FoundCredential[] =>
  literal(text.slice(from, to)) ? [{ range: { start: start + from, end: start + to }, name }] : [];

function inHeaders(block: Block): readonly FoundCredential[] {
  return block.headers.flatMap(({ name, values }) => {
    const [value] = values;
    const found = value === undefined || values.length > 1 ? undefined : credentialInHeader(name.text, value.text);
    return value === undefined || found === undefined ? [] : part(value, found.start, found.end, found.name);
  });
}

const userInformation = /[a-z][a-z\d+.-]*:\/\/[^/?#\s@:]*:([^/?#\s@]+)@/gi;

/** The password in `scheme://user:password@host`. */
const passwordIn = (span: Span): readonly FoundCredential[] =>
  [...span.text.matchAll(userInformation)].flatMap((m) => {
    const end = m.index + m[0].length - 1;
    return part(span, end - (m[1] ?? '').length, end, 'password');
  });

function inUrls(block: Block): readonly FoundCredential[] {
  const spans = block.requestLine === undefined ? [] : [block.requestLine.target, ...block.continuations.map((c) => c.text)];
  return spans.flatMap(passwordIn);
}

function inDirectives(block: Block): readonly FoundCredential[] {
  return block.directives.flatMap(({ name, argument }) => {
    if (argument === undefined) return [];
    if (name.text === 'passphrase') return part(argument, 0, argument.text.length, 'passphrase');
    if (name.text === 'proxy') return passwordIn(argument);
    const m = name.text === 'auth' ? /^(?:basic|digest|aws)\s+\S+\s+([^\s"']+)/.exec(argument.text) : null;
    return m === null ? [] : part(argument, m[0].length - (m[1] ?? '').length, m[0].length, 'password');
  });
}

function inDefinitions(block: Block, used: ReadonlySet<string>): readonly FoundCredential[] {
  return block.definitions.flatMap(({ name, value }) => {
    if (used.has(name.text) && !/^\s*[{[]/.test(value.text)) return part(value, 0, value.text.length, name.text);
    return passwordIn(value);
  });
}

/** Likely credentials in scripts, where a placeholder would be plain text. */
function* scriptSecrets(tree: DocumentTree): Generator<{ readonly range: Range; readonly what: string }> {
  for (const block of tree.blocks) {
    const scripts = block.nodes.filter((n) => n.kind === 'script');
    if (scripts.length === 0) continue;
    for (const secret of secretsIn(tree, block))
      if (scripts.some(({ range }) => range.start <= secret.range.start && secret.range.end <= range.end)) yield secret;
  }
}

function replaced(text: string, found: readonly FoundCredential[], take: (name: string, value: string) => string): string {
  let out = '';
  let at = 0;
  for (const { range, name, value } of found) {
    if (range.start < at) continue;
    // Unescape braces.
    out += text.slice(at, range.start) + take(name, value ?? text.slice(range.start, range.end).replace(/\\(?=\{\{)/g, ''));
    at = range.end;
  }
  return out + text.slice(at);
}

function inEnvironments(text: string, used: ReadonlySet<string>, take: (name: string, value: string) => string): string {
  return text.replace(/^( {4}"([^"\\]+)": )("(?:[^"\\]|\\.)*")(?=,?$)/gm, (whole, start: string, name: string, value: string) => {
    const plain = JSON.parse(value) as string;
    return used.has(name) && literal(plain) ? start + JSON.stringify(take(name, plain)) : whole;
  });
}
