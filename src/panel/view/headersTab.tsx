import { visibleText } from '../../base/visible.ts';
import { showDuration } from '../model/measures.ts';
import { isRunning, phasesOf, phasesText, type Finished, type Run } from '../model/run.ts';
import { statusClass } from '../model/statusClass.ts';
import type { Panel } from '../panel.ts';
import { HeaderTable } from './headerTable.tsx';
import { Text } from './text.tsx';

/** What came before and with the response, and where its time went. */
export function HeadersTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const { head } = run;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Headers">
      <Before run={run} />
      {head === null ? (
        <p class="calm late">{isRunning(run) ? 'Waiting for the response…' : 'No response came.'}</p>
      ) : (
        <HeaderTable panel={panel} title={visibleText(`${head.httpVersion} ${head.status} ${head.statusText}`)} headers={head.headers} />
      )}
      {run.trailers.length > 0 && <HeaderTable panel={panel} title="After the body" headers={run.trailers} />}
      {run.finished !== null && <Timing run={run} finished={run.finished} />}
    </div>
  );
}

/** Redirects followed and interim responses. */
function Before({ run }: { readonly run: Run }) {
  if (run.redirects.length + run.informational.length === 0) return null;
  return (
    <section class="section">
      <h2>Before the response</h2>
      <ol class="steps">
        {run.redirects.map((step, index) => (
          <li key={`r${index}`}>
            <span class={`status-code tone-${statusClass(step.status).tone}`}>{step.status}</span>{' '}
            <span class="step-text">
              <Text text={step.url} /> <span class="dim">→</span> <Text text={step.location} />{' '}
              <span class="dim" title={phasesText(step.timings)}>
                {showDuration(step.timings.total)}
              </span>
              {step.dropped.length > 0 && (
                <span class="step-header">
                  <Text text={`Left out: ${step.dropped.join(', ')}`} />
                </span>
              )}
              {step.warnings.map((text) => (
                <span class="step-header warning">
                  <Text text={text} />
                </span>
              ))}
              {step.headers.map(([name, value], at) => (
                <span class="step-header" key={at}>
                  <Text text={`${name}: ${value}`} />
                </span>
              ))}
            </span>
          </li>
        ))}
        {run.informational.map((step, index) => (
          <li key={`i${index}`}>
            <span class={`status-code tone-${statusClass(step.status).tone}`}>{step.status}</span>{' '}
            <span class="step-text">
              <Text text={step.statusText} />
              {step.headers.map(([name, value], at) => (
                <span class="step-header" key={at}>
                  <Text text={`${name}: ${value}`} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Timing({ run, finished }: { readonly run: Run; readonly finished: Finished }) {
  return (
    <section class="section">
      <h2>Time</h2>
      <table class="pairs">
        <tbody>
          {phasesOf(finished.timings).map(([name, ms]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{showDuration(ms)}</td>
            </tr>
          ))}
          {run.connected !== null && (
            <tr>
              <th scope="row">Connection</th>
              <td>
                <Text text={run.connected.address} /> <span class="dim">{run.connected.reused ? 'reused' : 'new'}</span>
              </td>
            </tr>
          )}
          {connectionRows(run).map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Text text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The proxy, TLS and the server's certificate. */
function connectionRows({ connected }: Run): readonly (readonly [name: string, text: string])[] {
  const { proxy, tls } = connected ?? { proxy: null, tls: null };
  const rows: [string, string][] = [];
  if (proxy !== null) rows.push(['Proxy', proxy]);
  if (tls === null) return rows;
  const { version, cipher, verified, problem, chain } = tls;
  rows.push(['TLS', `${version}, ${cipher}`]);
  const [own] = chain;
  if (own !== undefined) {
    const days = `${own.validFrom.slice(0, 10)} to ${own.validTo.slice(0, 10)}`;
    rows.push(['Certificate', `${own.subject}, issued by ${own.issuer}, valid from ${days}`]);
  }
  if (!verified)
    rows.push(['Not checked', problem === null ? 'The certificate is good all the same.' : `It would have been refused: ${problem}`]);
  return rows;
}
