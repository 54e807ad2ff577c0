/** The value of the first header of this lower-case name. */
export const headerValue = (headers: readonly (readonly [name: string, value: string])[], name: string): string | undefined =>
  headers.find(([n]) => n.toLowerCase() === name)?.[1];
