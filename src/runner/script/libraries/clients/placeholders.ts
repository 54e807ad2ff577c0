import { variableName } from '../../../../base/variableName.ts';
import { kit } from '../kit.ts';

/**
 * Placeholders of Req that read values outside of the collection, or messages of other requests. They have no meaning in scripts of other
 * clients. The start alone matches too, because only the parser of requests can interpret the rest.
 */
const reading =
  /\{\{\s*(?:\$(?:env|secret|dotenv|processEnv|auth)\b|\?|[^{}\s|.[\]]+\s*(?:\.\s*|\[\s*["'])(?:request|response)\b)[^{}]*(?:\}\})?/;
const readings = new RegExp(`(\\\\*)(${reading.source})`, 'g');

/** An even number of backslashes escapes each other, not the placeholder. */
const isEscaped = (backslashes: string): boolean => backslashes.length % 2 === 1;

let written: ReadonlySet<string> | undefined;

/** Such placeholders in the request itself, which a script can copy. */
function ofRequest(): ReadonlySet<string> {
  if (written !== undefined) return written;
  const { method, url, headers, body } = kit().request;
  const all = [method, url, ...[...headers].flat(), body ?? ''].join('\n');
  const found = [...all.matchAll(readings)].flatMap(([, backslashes = '', placeholder = '']) =>
    isEscaped(backslashes) ? [] : [placeholder],
  );
  return (written = new Set(found));
}

/**
 * A text for the request, in which only the request's own placeholders read values outside of the collection: the text may come from a
 * server, which must not control what is sent.
 */
export function ownText(text: string): string {
  const own = ofRequest();
  return text.replace(readings, (whole, backslashes: string, found: string) =>
    isEscaped(backslashes) || own.has(found) ? whole : `${backslashes}\\${found}`,
  );
}

/** A value for the body of the request, in which placeholders are as in `ownText`. Other values than text become JSON. */
export function ownBody(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return ownText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A value for a header, in which placeholders are as in `ownText`. */
export const ownHeader = (value: unknown): unknown => (typeof value === 'string' ? ownText(value) : value);

/** Maps names in one client's placeholders to names in Req. */
export type Named = (name: string) => string;

/** The name of a placeholder in Req. Generated values such as `{{$guid}}` keep theirs. */
export const named: Named = (name) => (name.startsWith('$') ? name : variableName(name));

/**
 * A text with its placeholders filled in; those without a value stay, and so do those that only Req has.
 * @param isOwn whether a placeholder is filled in
 * @param nameOf names that read values outside of the collection in the client too
 */
export function filledText(text: string, nameOf: Named = named, isOwn: (placeholder: string) => boolean = () => true): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, inner: string) => {
    if (whole.search(reading) === 0 || !isOwn(whole)) return whole;
    try {
      return kit().tool.interpolate(`{{${nameOf(inner.trim())}}}`);
    } catch {
      return whole;
    }
  });
}

/**
 * Fills in a text of a request that a script sends, but only placeholders that the script contains: the text may come from a server, which
 * must not control what is sent.
 */
export const writtenText = (text: string, nameOf: Named = named): string =>
  filledText(text, nameOf, (placeholder) => kit().ask({ op: 'written', text: placeholder }) === true);
