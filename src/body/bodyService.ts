import type { ByteSource } from './byteSource.ts';
import type { BodyCalls, BodyContent, BodyNotice } from './protocol.ts';

/** A body of which the bytes lie somewhere. */
export type OpenedBody = Omit<BodyContent, 'bytes'> & { readonly source: ByteSource };

export type Asked<K extends keyof BodyCalls> = Parameters<BodyCalls[K]>[0];
export type Answer<K extends keyof BodyCalls> = ReturnType<BodyCalls[K]>;

/** Where a body's text is worked on. */
export interface BodyService {
  /** Rejects where the home is gone, or on a defect. */
  ask<K extends keyof BodyCalls>(kind: K, asked: Asked<K>): Promise<Answer<K>>;
  dispose(): void;
}

export type Notify = (told: BodyNotice) => void;
