import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { until } from '../support/until.ts';

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** A session with `req lsp` in bytes of the protocol, without a library. */
export class Conversation {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly received: Message[] = [];
  readonly exited: Promise<number | null>;
  /** Standard output that is not part of the protocol. */
  other = '';
  errors = '';
  #bytes = Buffer.alloc(0);
  #id = 0;

  constructor(file: string, folder: string, flags: readonly string[]) {
    this.child = spawn(process.execPath, [file, 'lsp', ...flags], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.child.stdin.on('error', () => undefined);
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  write(...messages: readonly object[]): void {
    const texts = messages.map((message) => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    });
    this.child.stdin.write(texts.join(''));
  }

  notify(method: string, params?: unknown): void {
    this.write({ method, params });
  }

  async request(method: string, params?: unknown): Promise<Message> {
    const id = ++this.#id;
    this.write({ id, method, params });
    return this.response(id);
  }

  response(id: number): Promise<Message> {
    return until(`the response ${id}; ${this.errors}`, () => this.received.find((m) => m.id === id && m.method === undefined));
  }

  initialize(processId: number | null, capabilities: object = {}): Promise<Message> {
    return this.request('initialize', { processId, rootUri: null, capabilities });
  }

  #read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#bytes.subarray(0, end).toString();
      const length = Number(/^Content-Length: (\d+)$/.exec(head)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) {
        this.other += this.#bytes.toString();
        return;
      }
      if (this.#bytes.length < end + 4 + length) return;
      this.received.push(JSON.parse(this.#bytes.subarray(end + 4, end + 4 + length).toString()) as Message);
      this.#bytes = this.#bytes.subarray(end + 4 + length);
    }
  }
}
