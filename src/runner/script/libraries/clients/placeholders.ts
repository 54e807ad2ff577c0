import { variableName } from '../../../../base/variableName.ts';
import { kit } from '../kit.ts';

/** Placeholders of Req that read values outside the collection. They mean nothing in scripts of other clients. */
const reading = /(?<!\\)\{\{\s*(?:\$(?:env|secret|dotenv|processEnv|auth)\b|\?)[^{}]*\}\}/g;

let written: ReadonlySet<string> | undefined;

/** Such placeholders in the request itself, which a script can copy. */
function ofRequest(): ReadonlySet<string> {
  if (written !== undefined) return written;
  const { url, headers, body } = kit().request;
  const all = [url, ...[...headers].map(([, value]) => value), body ?? ''].join('\n');
  return (written = new Set(all.match(reading)));
}

/** A text for the request, in which only the request's own placeholders read values outside the collection. */
export function ownText(text: string): string {
  const own = ofRequest();
  return text.replace(reading, (found) => (own.has(found) ? found : `\\${found}`));
}

/** Names of placeholders of one client: their names in Req. */
export type Named = (name: string) => string;

/** The name of a placeholder in Req. Generated values such as `{{$guid}}` keep theirs. */
export const named: Named = (name) => (name.startsWith('$') ? name : variableName(name));

/**
 * A text with its placeholders filled in; those without a value stay, and so do those that only Req has.
 * @param isOwn whether a placeholder is filled in
 * @param nameOf names that read values outside the collection in the client too
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
 * Fills in a text of a request that a script sends, but only placeholders that the script contains: the text may come from a server,
 * which must not choose what is sent.
 */
export const writtenText = (text: string, nameOf: Named = named): string =>
  filledText(text, nameOf, (placeholder) => kit().ask({ op: 'written', text: placeholder }) === true);
