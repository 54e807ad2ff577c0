/** The color class of a token. */
export type TokenKind = 'plain' | 'key' | 'string' | 'number' | 'literal' | 'punctuation' | 'tag' | 'attribute' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The token is this URL, or a part of it. */
  readonly url?: string;
}

/** UTF-16 units of a line to color; more elements would be too slow. */
export const colouredLength = 5000;

/** Collects tokens and merges adjacent ones of the same kind. */
export class TokenList {
  readonly #tokens: Token[] = [];

  add(kind: TokenKind, text: string): void {
    if (text === '') return;
    const last = this.#tokens.at(-1);
    if (last?.kind === kind) this.#tokens[this.#tokens.length - 1] = { kind, text: last.text + text };
    else this.#tokens.push({ kind, text });
  }

  get tokens(): readonly Token[] {
    return this.#tokens;
  }
}
