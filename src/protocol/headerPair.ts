export type HeaderPair = readonly [name: string, value: string];
