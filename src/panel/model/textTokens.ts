/** How a stretch of a body line is colored. */
export type TokenKind = 'plain' | 'key' | 'string' | 'number' | 'literal' | 'punctuation' | 'tag' | 'attribute' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Beyond this a line's rest is plain: color is not worth the elements. UTF-16 units. */
export const colouredLength = 5000;

/** Collects tokens; stretches of one kind become one token. */
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
