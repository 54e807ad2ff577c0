/** chai has no types of its own; the tests use this much of it. */
declare module 'chai' {
  export const expect: (value: unknown, message?: string) => unknown;
  export const Assertion: { readonly prototype: object };
}
