import { trimBlanks } from '../../../base/text/trimBlanks.ts';
import type { Range } from '../../../base/text/text.ts';
import type { DiagnosticId } from '../../diagnostic.ts';
import { takenOutWhenEmpty } from '../../catalog/addedHeaders.ts';
import { isToken } from '../../syntax/lines.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import { authenticate } from '../auth/authenticate.ts';
import { effectiveAuth, type EffectiveAuth } from '../auth/effectiveAuth.ts';
import { readShorthand } from '../auth/shorthand.ts';
import { readAuth, setsAuthorization, type WrittenAuth } from '../auth/written.ts';
import type { Filler } from '../values/fill.ts';
import type { RequestSource, TemplateText } from './requestSource.ts';
import type { RequestAuth } from '../auth/requestAuth.ts';
import type { Header } from './resolvedRequest.ts';
import { resolvedText } from './resolvedText.ts';
import type { ResolveReport } from './resolveReport.ts';
import type { SharedBlock } from './sharedBlock.ts';

export interface ResolvedHeaders {
  readonly headers: Header[];
  /** Credentials that the runner computes from the message. */
  readonly signing: RequestAuth | undefined;
  readonly keyInQuery: { readonly name: string; readonly value: string } | undefined;
  /** Credentials whose parts need not be secrets by themselves. */
  readonly credentials: ReadonlySet<string>;
}

/**
 * The request's own headers, then missing ones from shared blocks, the innermost first. `# @auth` applies at its level.
 * An empty header omits the one of an outer block.
 */
export function resolveHeaders(
  block: RequestBlock,
  source: RequestSource,
  shared: readonly SharedBlock[],
  filler: Filler,
  report: ResolveReport,
): ResolvedHeaders {
  const collected = new HeaderCollector(filler, report);
  const auth = effectiveAuth(source.auth, shared);
  source.headers.forEach((h, i) => {
    const at = block.headers[i]?.name;
    collected.add(collected.nameOf(h.name, h.nameText, at), h.values, at);
  });
  if (auth?.level === 0) collected.authenticate(auth);
  for (const [i, s] of shared.entries()) {
    collected.addMissing(s);
    if (auth?.level === i + 1) collected.authenticate(auth);
  }
  collected.omitEmpty();
  return collected;
}

const notInFile = (text: TemplateText): TemplateText => ({ ...text, inFile: false });

/** The header other than `Authorization` that contains the credentials; empty if there is none. */
function ownHeaderOf(auth: RequestAuth): string {
  if (auth.kind === 'wsse') return 'X-WSSE';
  return auth.kind === 'jwt' && auth.place.in === 'header' ? auth.place.name : '';
}

class HeaderCollector implements ResolvedHeaders {
  readonly headers: Header[] = [];
  readonly credentials = new Set<string>();
  signing: RequestAuth | undefined;
  keyInQuery: { readonly name: string; readonly value: string } | undefined;
  /** Whether `# @auth` replaces the `Authorization` headers of outer blocks. */
  #hasAuth = false;
  /** Lower-case names of headers that an outer block has too. */
  readonly #replaced = new Set<string>();
  readonly #filler: Filler;
  readonly #report: ResolveReport;

  constructor(filler: Filler, report: ResolveReport) {
    this.#filler = filler;
    this.#report = report;
  }

  add(name: string, values: readonly TemplateText[], at: Range | undefined): void {
    const isAuthorization = name.toLowerCase() === 'authorization';
    const short = isAuthorization ? readShorthand(values) : undefined;
    if (short !== undefined) return this.#addShort(name, short, at);
    const text = trimBlanks(values.map((v) => this.#filler.text(v)).join(' '));
    // A placeholder may contain the scheme too.
    const filled = isAuthorization ? readShorthand([resolvedText(text)]) : undefined;
    if (filled === undefined) this.#addFilled(name, text, at);
    else this.#addShort(name, filled, at);
  }

  /** A header's name with its placeholders replaced. */
  nameOf(written: string, text: TemplateText | undefined, at: Range | undefined): string {
    if (text === undefined) return written;
    const problems = this.#filler.problems.length;
    const name = this.#filler.text(text);
    if (this.#filler.problems.length === problems && !isToken(name, 0, name.length))
      this.#report.fail(
        'header-name',
        `The header name ${written} becomes ${JSON.stringify(name)}: use only letters, digits and -_.!#$%&'*+^\`|~.`,
        at,
      );
    return name;
  }

  addMissing({ headers }: SharedBlock): void {
    const have = new Set(this.headers.map(([name]) => name.toLowerCase()));
    if (this.#hasAuth) have.add('authorization');
    for (const { node, nameText, values } of headers) {
      const name = this.nameOf(node.name.text, nameText && notInFile(nameText), undefined);
      // Ranges of a shared file are not offsets in the request's file.
      if (!have.has(name.toLowerCase())) this.add(name, values.map(notInFile), undefined);
      else this.#replaced.add(name.toLowerCase());
    }
  }

  omitEmpty(): void {
    if (this.#replaced.size === 0) return;
    const isOmitted = (name: string): boolean => this.#replaced.has(name) && !takenOutWhenEmpty.has(name);
    const kept = this.headers.filter(([name, value]) => value !== '' || !isOmitted(name.toLowerCase()));
    this.headers.splice(0, this.headers.length, ...kept);
  }

  /** Applies `# @auth`, unless the request already has a header with its name. */
  authenticate({ text, file, from }: EffectiveAuth): void {
    const fail = (message: string, at: Range, id: DiagnosticId = 'directive-value'): void =>
      from === undefined ? this.#report.fail(id, message, at) : this.#report.fail(id, `${from}: ${message}`);
    const read = readAuth(text);
    if (!read.ok) return read.problems.forEach((p) => fail(p.message, p.range));
    const isAuthorization = setsAuthorization(read.auth);
    if (isAuthorization && (this.#hasAuth || !this.#lacks('authorization'))) {
      if (from !== undefined) this.#replaced.add('authorization');
      return;
    }
    this.#hasAuth = isAuthorization;
    const result = authenticate(read.auth, this.#filler, { fail, hide: this.#hide }, file);
    if (result.kind === 'header' && this.#lacks(result.header[0])) this.#addFilled(...result.header, undefined);
    if (result.kind === 'query') this.keyInQuery = result;
    if (result.kind === 'signed' && this.#lacks(ownHeaderOf(result.auth))) this.signing = result.auth;
  }

  /** An `Authorization` header in short form, such as `Basic user password`. */
  #addShort(name: string, short: WrittenAuth, at: Range | undefined): void {
    const fail = (message: string, range: Range): void => this.#report.fail('header-value', message, short.inFile ? range : at);
    const result = authenticate(short, this.#filler, { fail, hide: this.#hide });
    if (result.kind === 'header') this.#addFilled(name, result.header[1], at);
    if (result.kind !== 'signed') return;
    this.signing = result.auth;
    this.#hasAuth = true;
  }

  #addFilled(name: string, value: string, at: Range | undefined): void {
    const bad = /[\r\n\0]/.exec(value);
    if (bad !== null)
      this.#report.fail(
        'header-value',
        `The value of ${name} contains ${bad[0] === '\0' ? 'a NUL' : 'a line break'} (at character ${bad.index + 1}): a header is one line.`,
        at,
      );
    this.headers.push([name, value]);
  }

  #lacks(name: string): boolean {
    return this.headers.every(([n]) => n.toLowerCase() !== name.toLowerCase());
  }

  readonly #hide = (text: string): void => void this.credentials.add(text);
}
