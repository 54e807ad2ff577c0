import type { Range } from '../../../base/text/text.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { RequestSource, TemplateText } from '../../semantics/request/requestSource.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { KnownRequest } from './knownRequest.ts';
import type { BlockInput } from './rules.ts';

/** Reports errors that a send would report: an unusable URL, a header value with a line break, a body with broken JSON. */
export function* unsendable({ view, block, request }: BlockInput): Generator<Diagnostic> {
  // The parser reports a missing URL.
  if (block.requestLine === undefined || block.requestLine.target.text === '') return;
  const known = request();
  if (known === undefined) return;
  const { resolution, mask } = known;
  if (resolution.ok) {
    // The rule `notPlaceholders` reports each of the braces.
    for (const d of resolution.hints)
      if (d.id !== 'not-a-placeholder') yield d.id === 'fragment' ? { ...d, range: fragmentIn(block) ?? d.range } : d;
    return;
  }
  if (known.mayBeRewritten) return;
  for (const d of resolution.problems) {
    if (isReportedElsewhere(d, block) || (isAboutUrl(d) && isUnsure(known, urlTexts(known)))) continue;
    // Environment files are not read in an untrusted workspace.
    const unread = d.id === 'undefined-variable' && !view.trusted;
    yield { ...d, severity: unread ? 'information' : d.severity, message: mask(d.message) };
  }
}

const isAboutUrl = ({ id }: Diagnostic): boolean => id === 'url' || id === 'missing-url' || id === 'version';

/** Skips problems that the parser (a written version) or the rule `auth` reports; values from other places are checked only here. */
const isReportedElsewhere = ({ id, range }: Diagnostic, block: Block): boolean =>
  (id === 'version' && block.requestLine?.version !== undefined) ||
  (id === 'directive-value' && block.directives.some((d) => d.range.start <= range.start && range.end <= d.range.end));

function urlTexts({ source }: KnownRequest): readonly TemplateText[] {
  return [...(source.method === undefined ? [] : [source.method]), ...source.target, ...hostOf(source)];
}

const hostOf = (source: RequestSource): readonly TemplateText[] =>
  source.headers.find((h) => h.name.toLowerCase() === 'host')?.values ?? [];

const isUnsure = ({ isUnsure: unsure }: KnownRequest, texts: readonly TemplateText[]): boolean =>
  texts.some(({ template }) => template.parts.some((p) => p.kind === 'placeholder' && unsure(p)));

/** From a written `#` to the end of the URL; undefined if a placeholder contains the `#`. */
function fragmentIn(block: Block): Range | undefined {
  const { requestLine, continuations } = block;
  if (requestLine === undefined) return undefined;
  for (const piece of [requestLine.target, ...continuations.map((c) => c.text)]) {
    const at = piece.text.replace(/\{\{[^{}]*\}\}/g, (p) => ' '.repeat(p.length)).indexOf('#');
    if (at >= 0) return { start: piece.start + at, end: piece.end };
  }
  return undefined;
}
