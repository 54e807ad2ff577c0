import type { Header } from '../../../language/index.ts';

/** RFC 9110 §11.3. */
export interface Challenge {
  readonly scheme: string;
  /** By lower-case name. Quoted values are without quotes but keep their escapes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"([^]*)"|([^\s"=]+))$/;
const begin = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]+([^]*))?$/;

/** Parses all challenges of a header in the server's order; one field can contain several. Skips malformed ones. */
export function challengesOf(headers: readonly Header[], name = 'www-authenticate'): readonly Challenge[] {
  const challenges: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  for (const [field, value] of headers) {
    if (field.toLowerCase() !== name) continue;
    for (const item of itemsOf(value)) {
      let written = item;
      if (parameter.exec(item) === null) {
        const [, scheme, rest = ''] = begin.exec(item) ?? [];
        if (scheme === undefined) continue;
        challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
        written = rest.trim();
      }
      const [, key, quoted, token] = parameter.exec(written) ?? [];
      if (key !== undefined) challenges.at(-1)?.parameters.set(key.toLowerCase(), quoted ?? token ?? '');
    }
  }
  return challenges;
}

/** Splits a header value at commas outside quotes. */
export function itemsOf(value: string): readonly string[] {
  const items: string[] = [];
  let quoted = false;
  let from = 0;
  for (let i = 0; i <= value.length; i++) {
    const c = value[i];
    if (quoted && c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (i === value.length || (c === ',' && !quoted)) {
      const item = value.slice(from, i).trim();
      if (item !== '') items.push(item);
      from = i + 1;
    }
  }
  return items;
}
