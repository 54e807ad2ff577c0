export type HeaderPair = readonly [name: string, value: string];

/** Phases of an exchange in milliseconds. */
export interface PanelTimings {
  readonly queue: number;
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  readonly send: number;
  readonly firstByte: number;
  readonly download: number;
  readonly total: number;
}
