import { ScriptVariables, type Runner } from '../../../src/runner/index.ts';
import { startFaultServer } from '../faultServer/faultServer.ts';
import { sendRun } from '../sendRun.ts';
import { toValue } from '../toValue.ts';
import { passedOr, type Case, type Verdict } from './table.ts';

/** A request with placeholders whose values try to change the request's structure. */
interface TemplateCase extends Case {
  /** The request in a file; `{{host}}` is the server. */
  readonly template: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** False if nothing may be sent; else texts that the sent bytes contain. If absent, any request may be sent. */
  readonly sent?: boolean | string | readonly string[];
}

export async function playTemplate(given: Case, runner: Runner): Promise<Verdict> {
  const { template, variables = {}, sent = true } = given as TemplateCase;
  if (typeof template !== 'string') return { kind: 'unknown', why: 'it has no template' };
  const got: Buffer[] = [];
  const server = await startFaultServer([
    {
      do: 'serve',
      answer(bytes) {
        got.push(bytes);
        return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
      },
    },
  ]);
  try {
    const known = new ScriptVariables(
      Object.entries(variables).map(([name, value]) => [name, { value: toValue(value), origin: { layer: 'script' } }]),
    );
    const { result } = await sendRun({ 'a.req': `@host = ${server.url}\n\n###\n${template}\n` }, { runner, variables: known });
    const bytes = Buffer.concat(got).toString();
    const wanted = typeof sent === 'boolean' ? [] : [sent].flat();
    return passedOr([
      ...(result.failure?.kind === 'bug' ? [result.failure.message] : []),
      ...(sent === false && got.length > 0 ? [`it was sent: ${JSON.stringify(bytes.slice(0, 300))}`] : []),
      ...(sent !== false && got.length !== 1 ? [`${got.length} requests came: ${result.failure?.message ?? ''}`] : []),
      ...wanted
        .filter((text) => !bytes.includes(text))
        .map((text) => `${JSON.stringify(text)} was not sent: ${JSON.stringify(bytes.slice(0, 300))}`),
    ]);
  } finally {
    await server.close();
  }
}
