export type Fields = Readonly<Record<string, unknown>>;

/** Own fields only, never from a prototype. */
export function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function string(fields: Fields, name: string, shortest: number, longest: number): string | undefined {
  const value = own(fields, name);
  return typeof value === 'string' && value.length >= shortest && value.length <= longest ? value : undefined;
}

export function integer(fields: Fields, name: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = own(fields, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
}

export function boolean(fields: Fields, name: string): boolean | undefined {
  const value = own(fields, name);
  return typeof value === 'boolean' ? value : undefined;
}

export function oneOf<T extends string>(fields: Fields, name: string, all: readonly T[]): T | undefined {
  const value = own(fields, name);
  return all.find((one) => one === value);
}
