import type { Range } from '../../../base/text/text.ts';
import type { Filler } from '../values/fill.ts';
import type { FilledDirective, TemplateText } from './requestSource.ts';
import type { SharedBlock } from './sharedBlock.ts';
import type { ClientCertificate, ConnectionOptions, ResolveRule } from './resolvedRequest.ts';
import { fillProxy } from './url/url.ts';

interface BlockDirectives {
  /** The shared file with the directives; undefined for the request's own. */
  readonly file: string | undefined;
  /** The last directive of a name, which is the effective one. */
  readonly last: (name: string) => string | undefined;
  readonly all: (name: string) => readonly { readonly text: string; readonly range: Range | undefined }[];
}

/**
 * Evaluates the connection directives. The innermost `@proxy` and `@cert` apply, with `@key` and `@passphrase` of the same block.
 * `@cacert` and `@resolve` of all blocks are combined.
 * @param own directives of the request itself
 * @param shared blocks around it, the innermost first
 * @param fail reports invalid values with their range; undefined in a shared file
 */
export function connectionOptions(
  own: readonly FilledDirective[],
  shared: readonly SharedBlock[],
  filler: Filler,
  fail: (message: string, at: Range | undefined) => void,
): ConnectionOptions {
  const blocks: BlockDirectives[] = [directivesOf(own, undefined, filler)];
  for (const { filled, file } of shared) if (filled.length > 0) blocks.push(directivesOf(filled, file, filler));
  const resolve = blocks.flatMap((s) =>
    s.all('resolve').flatMap(({ text, range }) => {
      const rule = resolveRule(text);
      if (rule === undefined) fail('@resolve is host:port:address, an IPv6 address in brackets: api.example.com:443:127.0.0.1.', range);
      return rule ?? [];
    }),
  );
  return {
    proxy: blocks.map((s) => s.last('proxy')).find((proxy) => proxy !== undefined),
    resolve,
    cacert: blocks.flatMap((s) => s.all('cacert').map(({ text }) => ({ path: text, from: s.file }))),
    certificate: blocks.map(certificateOf).find((certificate) => certificate !== undefined),
  };
}

function directivesOf(directives: readonly FilledDirective[], file: string | undefined, filler: Filler): BlockDirectives {
  // Ranges of a shared file are not offsets in the request's file.
  const fill = (name: string, text: TemplateText): string => (name === 'proxy' ? fillProxy(text, filler) : filler.text(text)).trim();
  const all = directives.map(({ name, text, range }) => ({
    name,
    text: fill(name, file === undefined ? text : { ...text, inFile: false }),
    range: file === undefined ? range : undefined,
  }));
  return {
    file,
    last: (name) => all.findLast((d) => d.name === name)?.text,
    all: (name) => all.filter((d) => d.name === name),
  };
}

function certificateOf({ last, file }: BlockDirectives): ClientCertificate | 'none' | undefined {
  const cert = last('cert');
  if (cert === undefined || cert === 'none') return cert;
  const key = last('key');
  return {
    cert: { path: cert, from: file },
    key: key === undefined ? undefined : { path: key, from: file },
    passphrase: last('passphrase'),
  };
}

const address = /^(?:\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*|\d{1,3}(?:\.\d{1,3}){3})$/;
const withoutBrackets = (text: string): string => text.replace(/^\[(.*)\]$/, '$1');

/** Reads `host:port:address[,address]`, the format of curl's `--resolve`. */
function resolveRule(text: string): ResolveRule | undefined {
  const [, hostname = '', port = '', list = ''] = /^(\[[^\]]*\]|[^:\s]+):(\d{1,5}):(\S+)$/.exec(text) ?? [];
  const addresses = list.split(',');
  if (hostname === '' || Number(port) > 65_535 || !addresses.every((a) => address.test(a))) return undefined;
  return { hostname: withoutBrackets(hostname).toLowerCase(), port: Number(port), addresses: addresses.map(withoutBrackets) };
}
