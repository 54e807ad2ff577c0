import type { Header } from '../../language/index.ts';

/** One way to authenticate that a server offers (RFC 9110 §11.3). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By lower-cased name; of a quoted text what stands between the quotes, escapes as they are. */
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"([^]*)"|([^\s"=]+))$/;
const begin = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]+([^]*))?$/;

/** What the fields of a name offer, in the server's order; several may stand in one field. What cannot be read is left out. */
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

/** The parts of a list, without the commas between them; one in quotes divides nothing. */
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
