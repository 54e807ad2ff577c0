import assert from 'node:assert/strict';
import { startRecorder, type RecordedRequest, type Recorder } from './recorder.ts';
import { sendRun, type SendRun } from './sendRun.ts';

export const secret = 'a secret of thirty-two characters';
/** Secrets by name. */
export const held = { KEY: secret, PASSWORD: 'pä"ss', CONSUMER: 'kd94hf93k423kf44', TOKEN: 'pfkkdhi9sl3r4s00' } as const;

/** Sends to a recorder, and reads the received requests. */
export class SignedSends {
  #server: Recorder | undefined;

  /** Call within a suite. */
  static use(): SignedSends {
    const sends = new SignedSends();
    before(async () => (sends.#server = await startRecorder()));
    after(() => sends.#server?.close());
    return sends;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get requests(): readonly RecordedRequest[] {
    return this.#server?.requests ?? [];
  }

  readonly last = (): RecordedRequest => {
    const request = this.requests.at(-1);
    assert.ok(request);
    return request;
  };

  readonly header = (name: string): string => this.last().headers.find(([n]) => n.toLowerCase() === name)?.[1] ?? '';

  /** Sends `text`, in which `SERVER` is the recorder. */
  readonly send = async (text: string, files: Readonly<Record<string, string>> = {}): Promise<SendRun> => {
    const run = await sendRun(
      { 'a.req': text.replaceAll('SERVER', this.url), ...files },
      { host: { now: () => Date.now(), secret: (name) => Promise.resolve((held as Readonly<Record<string, string>>)[name]) } },
    );
    assert.equal(run.result.failure?.message, undefined);
    return run;
  };

  /** Fails if an event shows one of the texts. */
  readonly hides = ({ events }: SendRun, ...texts: readonly string[]): void => {
    for (const text of texts) assert.ok(!JSON.stringify(events).includes(text), `${text} is shown`);
  };
}
