import type { ComponentChildren } from 'preact';
import type { PanelTls } from '../../protocol/messages.ts';
import { expiryOf, type Connected } from '../model/timeline.ts';
import { Text } from './text.tsx';

interface Props {
  readonly connected: Connected;
  readonly version: string;
  /** Shown when it is asked for. */
  readonly folded: boolean;
}

/** The way to the server: address, proxy, TLS, and the certificates from its own to the last issuer. */
export function Connection(props: Props) {
  const { connected, folded } = props;
  if (!folded) return <Facts {...props} />;
  return (
    <details class="connection">
      <summary>
        <Text text={`Connection to ${connected.address}, ${connected.reused ? 'reused' : 'new'}`} />
      </summary>
      <Facts {...props} />
    </details>
  );
}

function Facts({ connected: { address, reused, proxy, tls }, version }: Props) {
  const problem = tls === null || tls.verified ? null : (tls.problem ?? '');
  return (
    <table class="pairs connection" aria-label="Connection">
      <tbody>
        <Row name="Address">
          <Text text={address} /> <span class="dim">{reused ? 'reused' : 'new'}</span>
        </Row>
        <Row name="Protocol">
          <Text text={version} />
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
            <Certificate certificate={certificate} isFirst={index === 0} />
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
function Certificate({ certificate, isFirst }: { readonly certificate: PanelTls['chain'][number]; readonly isFirst: boolean }) {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = certificate;
  const expiry = expiryOf(validFrom, validTo, Date.now());
  const days = `valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
  return (
    <>
      <Text text={isFirst ? `${subject}, issued by ${issuer}, ${days}` : `${subject}, ${days}`} />
      {expiry !== undefined && <span class={`expiry expiry-${expiry.state.replace(' ', '-')}`}>{expiry.text}</span>}
      {isFirst && names.length > 0 && (
        <span class="step-header">
          <Text text={`for ${names.join(', ')}`} />
        </span>
      )}
      <span class="step-header">
        <Text text={`SHA-256 ${fingerprint}`} />
      </span>
    </>
  );
}
