import { readJson } from '../../base/json/json.ts';

const setting = 'rest-client.environmentVariables';

/**
 * The environments of REST Client in a `settings.json`, as the text of an environment file with the same lines and columns. Undefined if
 * there are none.
 */
export function settingsEnvironments(settings: string): string | undefined {
  if (!settings.includes(setting)) return undefined;
  const text = withoutComments(settings);
  const read = readJson(text);
  if (!read.ok || read.node.kind !== 'object') return undefined;
  const { start, end } = read.node.members.find((m) => m.key === setting)?.value.range ?? { start: 0, end: 0 };
  if (end === 0) return undefined;
  return blank(text.slice(0, start)) + sharedNames(text.slice(start, end)) + blank(text.slice(end));
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** `{{$shared x}}` is a value shared by all environments. Lengths do not change. */
export const sharedNames = (text: string): string =>
  text.replace(/\{\{(\s*\$shared)(\s+[^{}\s]+\s*)\}\}/g, (_, shared: string, name: string) => `{{${' '.repeat(shared.length)}${name}}}`);

/** Replaces comments and trailing commas of JSON by spaces. */
const withoutComments = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\[^])*")|\/\/[^\r\n]*|\/\*[^]*?\*\//g, (found, quoted?: string) => quoted ?? blank(found))
    .replace(/("(?:[^"\\]|\\[^])*")|,(?=\s*[}\]])/g, (found, quoted?: string) => quoted ?? blank(found));
