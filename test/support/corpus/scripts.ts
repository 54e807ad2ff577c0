import { valueToText } from '../../../src/base/values/value.ts';
import type { Runner } from '../../../src/runner/index.ts';
import { startFaultServer } from '../faultServer/faultServer.ts';
import { sendRun, type SendRun } from '../sendRun.ts';
import { passedOr, type Case, type Verdict } from './table.ts';

/** A script that tries to escape the sandbox, or to crash its host. */
interface ScriptCase extends Case {
  readonly script: string;
  /** Runs after the response instead of before the request. */
  readonly phase?: 'pre-request' | 'response';
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a":"b"}';
const limits = { script: { timeMs: 1000, memory: 24 << 20 } };

/** Asserts that the variable `probe` stays `safe`, no defect is reported, and the next script works. */
export async function playScript(given: Case, runner: Runner): Promise<Verdict> {
  const { script, phase = 'pre-request' } = given as ScriptCase;
  if (typeof script !== 'string') return { kind: 'unknown', why: 'it has no script' };
  const server = await startFaultServer([{ do: 'serve', answer: () => ok }]);
  try {
    const run = (source: string): Promise<SendRun> => {
      const block = `{%\n${source}\n%}`;
      const text = phase === 'response' ? `GET ${server.url}/\n\n> ${block}\n` : `< ${block}\nGET ${server.url}/\n`;
      return sendRun({ 'a.req': text }, { runner, limits });
    };
    const tried = await run(script);
    const probe = tried.variable('probe');
    const next = await run('tool.setVar("next", [1, 2].map((n) => n * 2).join());');
    return passedOr([
      ...(probe === undefined || probe === 'safe' ? [] : [`probe is ${valueToText(probe)}`]),
      ...(probe === undefined && tried.result.failure === undefined ? ['the script neither set probe nor failed'] : []),
      ...(tried.result.failure?.kind === 'bug' ? [tried.result.failure.message] : []),
      ...(next.variable('next') === '2,4' ? [] : [`the next script did not work: ${next.result.failure?.message ?? 'it set nothing'}`]),
    ]);
  } finally {
    await server.close();
  }
}
