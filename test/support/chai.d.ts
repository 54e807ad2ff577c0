/** chai has no types of its own. These are the parts that the tests use. */
declare module 'chai' {
  export const expect: (value: unknown, message?: string) => unknown;
  export const Assertion: { readonly prototype: object };
}
