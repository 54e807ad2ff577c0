import { methods } from '../../catalog/methods.ts';
import { readRequestLine } from '../../syntax/requestLine.ts';
import type { Filler } from '../values/fill.ts';
import type { RequestSource } from './requestSource.ts';
import { resolvedText } from './resolvedText.ts';
import { fillTarget } from './url/url.ts';

export interface ResolvedLine {
  /** Known methods in upper case. */
  readonly method: string;
  readonly methodWritten: boolean;
  readonly target: { readonly text: string; readonly wire: string };
  readonly version: string | undefined;
}

/** Replaces the placeholders of the request line. A line that is one placeholder is parsed after its replacement. */
export function resolveLine(source: RequestSource, filler: Filler, noEncode: boolean): ResolvedLine {
  const [first, ...continuations] = source.target;
  if (source.method === undefined && first?.template.parts.length === 1 && first.template.parts[0]?.kind === 'placeholder') {
    const text = filler.text(first);
    const read = readRequestLine(text, { start: 0, end: text.length, next: text.length });
    return {
      method: upper(read.method?.text ?? 'GET'),
      methodWritten: read.method !== undefined,
      target: fillTarget([resolvedText(read.target.text), ...continuations], filler, noEncode),
      version: read.version?.text ?? source.version,
    };
  }
  const written = source.method === undefined ? undefined : upper(filler.text(source.method).trim());
  return {
    method: written ?? 'GET',
    methodWritten: written !== undefined,
    target: fillTarget(source.target, filler, noEncode),
    version: source.version,
  };
}

const upper = (method: string): string => (methods.some((m) => m.name === method.toUpperCase()) ? method.toUpperCase() : method);
