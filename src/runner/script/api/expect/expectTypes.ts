/** The value before and after the call by `change`, `increase` or `decrease`; read by `by`. */
export interface Change {
  readonly how: 'change' | 'increase' | 'decrease';
  readonly before: unknown;
  readonly after: unknown;
}

export interface Flags {
  readonly negated: boolean;
  readonly deep: boolean;
  readonly nested: boolean;
  readonly own: boolean;
  readonly any: boolean;
  readonly ordered: boolean;
  /** `include.keys`, `include.members`: additional ones are allowed. */
  readonly contains: boolean;
  /** `length.above(2)`: the check applies to the length. */
  readonly ofLength: boolean;
  /** `itself.respondTo`: the class, not its instances. */
  readonly itself: boolean;
  /** The change that `by` checks. */
  readonly change?: Change;
}

/** A check's outcome. `claim` follows "expected X to". */
export interface Checked {
  readonly holds: boolean;
  readonly claim: string;
  /** The actual value in words, if it is not the subject. */
  readonly found?: string;
  /** The expected value of a check for equality. */
  readonly wanted?: readonly [unknown];
  /** The value that the rest of the chain checks; by default the subject. */
  readonly next?: unknown;
  /** The change that a following `by` checks. */
  readonly change?: Change;
}
