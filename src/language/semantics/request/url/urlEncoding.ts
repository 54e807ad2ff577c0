/**
 * Percent-encoding of a URL while it is composed (RFC 3986 §2, §3). Characters that are legal at their place stay as written;
 * others are encoded.
 */
export type UrlPlace = 'start' | 'authority' | 'path' | 'query-name' | 'query-value' | 'fragment';

const subDelims = "!$&'()*+,;=";
const legalIn: Readonly<Record<UrlPlace, string>> = {
  start: `:/?#[]@${subDelims}`,
  authority: `:@[]${subDelims}`,
  path: `:@/${subDelims}`,
  'query-name': `:@/?${subDelims}`,
  'query-value': `:@/?${subDelims}`,
  fragment: `:@/?${subDelims}`,
};

// Every character that encodeURIComponent does not encode is legal in all places.
const percentEncode = (character: string): string => encodeURIComponent(character.toWellFormed());

const patterns = new Map<string, RegExp>();

/** Matches all characters except unreserved ones, valid `%XX` and those legal at the place that are not in `also`. */
function illegalAt(place: UrlPlace, also: string): RegExp {
  const key = `${place} ${also}`;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const legal = Array.from(legalIn[place], (c) => (also.includes(c) ? '' : `\\${c}`));
    patterns.set(key, (pattern = new RegExp(`%(?![\\dA-Fa-f]{2})|[^A-Za-z0-9._~%\\-${legal.join('')}]`, 'g')));
  }
  return pattern;
}

/** Surrogate pairs, which are encoded as one character. A lone surrogate becomes U+FFFD. */
const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Encodes the characters that are illegal at a place, and those in `also`. A valid `%XX` is not encoded again. */
export function encodeAt(text: string, place: UrlPlace, also = ''): string {
  return text.replace(pairs, percentEncode).replace(illegalAt(place, also), percentEncode);
}

/** The first character of a URL that cannot be sent without encoding; undefined if there is none. */
export function illegalCharacter(text: string): string | undefined {
  return /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![\da-fA-F]{2})/u.exec(text)?.[0];
}

/** Composes an encoded URL and tracks the current component, so that each character is encoded for its place. */
export class UrlWriter {
  #place: UrlPlace = 'start';
  #wire = '';

  get place(): UrlPlace {
    return this.#place;
  }

  get wire(): string {
    return this.#wire;
  }

  /** Adds text that can contain delimiters: literal text, or a value inserted without encoding them. */
  literal(text: string): void {
    for (const piece of this.#pieces(text)) {
      if (piece.delimiter) this.#wire += piece.text;
      else this.#wire += encodeAt(piece.text, this.#place === 'start' ? 'authority' : this.#place);
    }
  }

  /** Adds a placeholder's value. Delimiters stay only if they are data at the current place. */
  inserted(text: string, userinfo: boolean): void {
    switch (this.#place) {
      case 'start':
      case 'authority':
        if (userinfo) this.#wire += encodeAt(text, 'authority', '@/:?#[]');
        else this.literal(text);
        break;
      case 'path':
        this.#wire += encodeAt(text, 'path');
        break;
      case 'query-name':
        this.#wire += encodeAt(text, 'query-name', '&#+=');
        break;
      case 'query-value':
        this.#wire += encodeAt(text, 'query-value', '&#+');
        break;
      case 'fragment':
        this.#wire += encodeAt(text, 'fragment');
        break;
    }
  }

  /** Splits literal text at delimiters that begin the next component, and updates the current place. */
  *#pieces(text: string): Generator<{ readonly text: string; readonly delimiter: boolean }> {
    let rest = text;
    while (rest !== '') {
      const next = this.#nextDelimiter(rest);
      if (next === undefined) {
        yield { text: rest, delimiter: false };
        return;
      }
      if (next.at > 0) yield { text: rest.slice(0, next.at), delimiter: false };
      yield { text: next.text, delimiter: true };
      this.#place = next.place;
      rest = rest.slice(next.at + next.text.length);
    }
  }

  #nextDelimiter(rest: string): { at: number; text: string; place: UrlPlace } | undefined {
    const find = (
      pattern: RegExp,
      places: Readonly<Record<string, UrlPlace>>,
    ): { at: number; text: string; place: UrlPlace } | undefined => {
      const m = pattern.exec(rest);
      return m === null ? undefined : { at: m.index, text: m[0], place: places[m[0]] ?? 'authority' };
    };
    switch (this.#place) {
      case 'start':
      case 'authority':
        // After `://` the authority ends at the first of / ? #.
        return find(/:\/\/|[/?#]/, { '://': 'authority', '/': 'path', '?': 'query-name', '#': 'fragment' });
      case 'path':
        return find(/[?#]/, { '?': 'query-name', '#': 'fragment' });
      case 'query-name':
        return find(/[=&#]/, { '=': 'query-value', '&': 'query-name', '#': 'fragment' });
      case 'query-value':
        return find(/[&#]/, { '&': 'query-name', '#': 'fragment' });
      case 'fragment':
        return undefined;
    }
  }
}
