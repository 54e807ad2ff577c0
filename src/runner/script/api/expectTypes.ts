/** The value before and after the call that `change`, `increase` or `decrease` made; `by` reads it. */
export interface Change {
  readonly how: 'change' | 'increase' | 'decrease';
  readonly before: unknown;
  readonly after: unknown;
}

/** What the words before a check have asked for. */
export interface Flags {
  readonly negated: boolean;
  readonly deep: boolean;
  readonly nested: boolean;
  readonly own: boolean;
  readonly any: boolean;
  readonly ordered: boolean;
  /** `include.keys`, `include.members`: more may be there. */
  readonly contains: boolean;
  /** `length.above(2)`: the check is about the length. */
  readonly ofLength: boolean;
  /** `itself.respondTo`: the class, not its instances. */
  readonly itself: boolean;
  /** What `by` is about. */
  readonly change?: Change;
}

/** A check's outcome. `claim` follows "expected X to". */
export interface Checked {
  readonly holds: boolean;
  readonly claim: string;
  /** What there is instead, where the subject itself does not tell. */
  readonly found?: string;
  /** What was wanted, where the claim is that two values are the same. */
  readonly wanted?: readonly [unknown];
  /** What the sentence goes on about; the subject where it is left out. */
  readonly next?: unknown;
  /** What a following `by` is about. */
  readonly change?: Change;
}
