import type { ComponentChildren } from 'preact';
import { t } from '../../../base/l10n.ts';
import type { PanelTls } from '../../../protocol/messages.ts';
import { expiryOf, type Connected } from '../../model/stream/timeline.ts';
import { Text } from '../controls/text.tsx';

interface Props {
  readonly connected: Connected;
  readonly version: string;
  /** Initially collapsed. */
  readonly folded: boolean;
}

export function Connection(props: Props) {
  const { connected, folded } = props;
  if (!folded) return <Facts {...props} />;
  return (
    <details class="connection">
      <summary>
        <Text
          text={connected.reused ? t('Connection to {0}, reused', connected.address) : t('Connection to {0}, new', connected.address)}
        />
      </summary>
      <Facts {...props} />
    </details>
  );
}

function Facts({ connected: { address, reused, proxy, tls }, version }: Props) {
  const problem = tls === null || tls.verified ? null : (tls.problem ?? '');
  return (
    <table class="pairs connection" aria-label={t('Connection')}>
      <tbody>
        <Row name={t('Address')}>
          <Text text={address} /> <span class="dim">{reused ? t('reused') : t('new')}</span>
        </Row>
        <Row name={t('Protocol')}>
          <Text text={version} />
        </Row>
        {proxy !== null && (
          <Row name={t('Proxy')}>
            <Text text={proxy} />
          </Row>
        )}
        {tls !== null && (
          <Row name="TLS">
            <Text text={`${tls.version}, ${tls.cipher}`} />
          </Row>
        )}
        {tls?.chain.map((certificate, index) => (
          <Row key={index} name={index === 0 ? t('Certificate') : t('Issuer')}>
            <Certificate certificate={certificate} isFirst={index === 0} />
          </Row>
        ))}
        {problem !== null && (
          <Row name={t('Not checked')}>
            <span class="warning">
              <Text text={problem === '' ? t('The certificate is valid.') : t('It would have been rejected: {0}', problem)} />
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

/** Dates must not break at their hyphens. */
const datePattern = /(\b\d{4}-\d\d-\d\d\b)/;

/** Leaves out the issuer's own issuer, which is in the next row. */
function Certificate({ certificate, isFirst }: { readonly certificate: PanelTls['chain'][number]; readonly isFirst: boolean }) {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = certificate;
  const expiry = expiryOf(validFrom, validTo, Date.now());
  const [from, to] = [validFrom.slice(0, 10), validTo.slice(0, 10)];
  const text = isFirst
    ? t('{0}, issued by {1}, valid from {2} to {3}', subject, issuer, from, to)
    : t('{0}, valid from {1} to {2}', subject, from, to);
  return (
    <>
      <span class="sentence">
        {text.split(datePattern).map((part, i) => (
          <span key={i} class={i % 2 === 1 ? 'date' : undefined}>
            <Text text={part} />
          </span>
        ))}
      </span>
      {expiry !== undefined && <span class={`expiry expiry-${expiry.state.replace(' ', '-')}`}>{expiry.text}</span>}
      {isFirst && names.length > 0 && (
        <span class="step-header">
          <Text text={t('for {0}', names.join(', '))} />
        </span>
      )}
      <span class="step-header">
        <Text text={`SHA-256 ${fingerprint}`} />
      </span>
    </>
  );
}
