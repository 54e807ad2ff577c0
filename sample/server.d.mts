export interface SampleServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection, open streams included. */
  close(): Promise<void>;
}

/** Starts the sample API on 127.0.0.1. Port 0, the default, takes any free one. Rejects where the port is taken. */
export function startSampleServer(options?: { readonly port?: number }): Promise<SampleServer>;
