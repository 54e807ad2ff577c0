import type { ComponentChildren } from 'preact';
import { visibleText } from '../../base/visible.ts';
import type { PanelTls } from '../../protocol/messages.ts';
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
      {run.finished !== null && <Timing finished={run.finished} />}
      {run.connected !== null && !(head === null && isRunning(run)) && <Connection connected={run.connected} />}
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
              <span class="dim step-time" title={phasesText(step.timings)}>
                {showDuration(step.timings.total)}
              </span>
              {step.dropped.length > 0 && (
                <span class="step-header step-note">
                  <Text text={`Not sent along: ${step.dropped.join(', ')}`} />
                </span>
              )}
              {step.warnings.map((text) => (
                <span class="step-header step-note warning">
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

function Timing({ finished }: { readonly finished: Finished }) {
  return (
    <section class="section">
      <h2>Time</h2>
      <table class="pairs short">
        <tbody>
          {phasesOf(finished.timings).map(([name, ms]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{showDuration(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The way to the server: address, proxy, TLS, and the certificates from its own to the last issuer. */
function Connection({ connected }: { readonly connected: NonNullable<Run['connected']> }) {
  const { address, reused, proxy, tls } = connected;
  const problem = tls === null || tls.verified ? null : (tls.problem ?? '');
  return (
    <section class="section">
      <h2>Connection</h2>
      <table class="pairs">
        <tbody>
          <Row name="Address">
            <Text text={address} /> <span class="dim">{reused ? 'reused' : 'new'}</span>
          </Row>
          {proxy !== null && (
            <Row name="Proxy">
              <Text text={proxy} />
            </Row>
          )}
          {tls !== null && (
            <Row name="TLS">
              <Text text={`${tls.version}, ${tls.cipher}`} />
            </Row>
          )}
          {tls?.chain.map((certificate, index) => (
            <Row key={index} name={index === 0 ? 'Certificate' : 'Issuer'}>
              <Text text={certificateText(certificate, index === 0)} />
            </Row>
          ))}
          {problem !== null && (
            <Row name="Not checked">
              <span class="warning">
                <Text text={problem === '' ? 'The certificate is good all the same.' : `It would have been refused: ${problem}`} />
              </span>
            </Row>
          )}
        </tbody>
      </table>
    </section>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

/** An issuer's own issuer stands in the next row, or it is the last. */
function certificateText({ subject, issuer, validFrom, validTo }: PanelTls['chain'][number], withIssuer: boolean): string {
  const days = `valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
  return withIssuer ? `${subject}, issued by ${issuer}, ${days}` : `${subject}, ${days}`;
}
