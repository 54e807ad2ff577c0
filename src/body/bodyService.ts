import type { ByteSource } from './byteSource.ts';
import type { BodyCalls, BodyContent, BodyNotice } from './protocol.ts';

/** A body whose bytes are in memory or in a file. */
export type OpenedBody = Omit<BodyContent, 'bytes'> & { readonly source: ByteSource };

export type Asked<K extends keyof BodyCalls> = Parameters<BodyCalls[K]>[0];
export type Answer<K extends keyof BodyCalls> = ReturnType<BodyCalls[K]>;

export interface BodyService {
  /** Rejects if the worker has exited, or on a defect. */
  ask<K extends keyof BodyCalls>(kind: K, asked: Asked<K>): Promise<Answer<K>>;
  dispose(): void;
}

export type Notify = (notice: BodyNotice) => void;
