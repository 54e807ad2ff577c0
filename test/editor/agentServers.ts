import type * as vscode from 'vscode';
import { startRecorder, type RecordedRequest, type Recorder } from '../support/recorder.ts';
import { agentBench, type AgentBench } from './agentBench.ts';
import { openFile } from './workspaceFile.ts';

/** The value of the secret `K`, and of the process's environment `TOWN`. */
export const key = 'hush-4711-canary';
export const town = 'Riga-0815-canary';
/** Either of the two values, split up or reversed, as the scripts of the tests do. */
export const leaks = /h.?u.?s.?h.?-|R.?i.?g.?a.?-|yranac|hush|Riga|RIGA/;

/** Agents with two servers. */
export interface AgentServers {
  readonly server: Recorder;
  readonly other: Recorder;
  readonly bench: AgentBench;
  /** Writes the file of the suite and opens it. `URL` and `OTHER` are the addresses of the servers. */
  write(this: void, text: string): Promise<vscode.TextDocument>;
  close(this: void): Promise<void>;
}

/**
 * @param file the file of the suite
 * @param answer the response of the first server; `{}` by default
 */
export async function startAgentServers(
  file: string,
  answer?: (headers: RecordedRequest['headers']) => string | Buffer,
): Promise<AgentServers> {
  const [server, other] = [await startRecorder(answer), await startRecorder()];
  const bench = agentBench({ secrets: { K: key, L: 'quite-other-4712' }, env: { TOWN: town } });
  return {
    server,
    other,
    bench,
    write: (text) => openFile(file, text.replaceAll('URL', server.url).replaceAll('OTHER', other.url)),
    async close() {
      await bench.dispose();
      await server.close();
      await other.close();
    },
  };
}

/** A response that repeats the header `X-Key` of its request as `X-Was`. */
export function repeatingKey(headers: RecordedRequest['headers'], json: string): string {
  const was = headers.find(([n]) => n === 'X-Key')?.[1] ?? '';
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Was: ${was}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}
