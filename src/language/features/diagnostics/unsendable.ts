import type { Range } from '../../../base/text.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { RequestSource, TemplateText } from '../../semantics/request/requestSource.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { KnownRequest } from './knownRequest.ts';
import type { BlockInput } from './rules.ts';

/** What a send would say of the request: a URL that cannot be used, a header value in two lines, a body whose JSON breaks. */
export function* unsendable({ view, block, request }: BlockInput): Generator<Diagnostic> {
  // A missing URL is told by the parser.
  if (block.requestLine === undefined || block.requestLine.target.text === '') return;
  const known = request();
  if (known === undefined) return;
  const { resolution, mask } = known;
  if (resolution.ok) {
    for (const d of resolution.hints) yield d.id === 'fragment' ? { ...d, range: fragmentIn(block) ?? d.range } : d;
    return;
  }
  if (known.mayBeRewritten) return;
  for (const d of resolution.problems) {
    if (isToldBefore(d, block) || (isAboutUrl(d) && isUnsure(known, urlTexts(known)))) continue;
    // In a workspace that is not trusted no environment file was read.
    const unread = d.id === 'undefined-variable' && !view.trusted;
    yield { ...d, severity: unread ? 'information' : d.severity, message: mask(d.message) };
  }
}

const isAboutUrl = ({ id }: Diagnostic): boolean => id === 'url' || id === 'missing-url' || id === 'version';

/** The parser reads a version that is written, and a rule of its own an `@auth`: what comes from elsewhere is only known here. */
const isToldBefore = ({ id, range }: Diagnostic, block: Block): boolean =>
  (id === 'version' && block.requestLine?.version !== undefined) ||
  (id === 'directive-value' && block.directives.some((d) => d.range.start <= range.start && range.end <= d.range.end));

/** The texts that the URL is made of. */
function urlTexts({ source }: KnownRequest): readonly TemplateText[] {
  return [...(source.method === undefined ? [] : [source.method]), ...source.target, ...hostOf(source)];
}

const hostOf = (source: RequestSource): readonly TemplateText[] =>
  source.headers.find((h) => h.name.toLowerCase() === 'host')?.values ?? [];

const isUnsure = ({ isUnsure: unsure }: KnownRequest, texts: readonly TemplateText[]): boolean =>
  texts.some(({ template }) => template.parts.some((p) => p.kind === 'placeholder' && unsure(p)));

/** From a written `#` to the end of the URL; undefined where a placeholder brings it. */
function fragmentIn(block: Block): Range | undefined {
  const { requestLine, continuations } = block;
  if (requestLine === undefined) return undefined;
  for (const piece of [requestLine.target, ...continuations.map((c) => c.text)]) {
    const at = piece.text.replace(/\{\{[^{}]*\}\}/g, (p) => ' '.repeat(p.length)).indexOf('#');
    if (at >= 0) return { start: piece.start + at, end: piece.end };
  }
  return undefined;
}
