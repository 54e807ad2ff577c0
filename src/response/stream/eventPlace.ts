/** The bytes of one event: its lines as received, with the comments before it and the empty line after it. */
export interface EventPlace {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}
