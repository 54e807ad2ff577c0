import type { ErrorKind } from '../../../base/reqError.ts';

interface Words {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint: string;
}

const giveOne = 'Name it with # @cert FILE and # @key FILE, in the setting req.tls.clientCertificates, or with --cert and --key.';

/** Message for a TLS alert of the peer (RFC 8446 §6.2), by OpenSSL's code; undefined for other codes. */
export function alertOf(code: string, where: string): Words | undefined {
  const words = (message: string, hint: string): Words => ({ kind: 'tls', message: `${where} ${message} (${code}).`, hint });
  switch (code) {
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
      return words('wants a client certificate', giveOne);
    case 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA':
    case 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE':
    case 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN':
    case 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED':
    case 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED':
    case 'ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE':
    case 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED':
      return words(
        'does not accept the client certificate',
        'Is it the right one, still valid, and issued by a CA that the server trusts?',
      );
    case 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE':
      return words('and Req have no TLS parameters in common', `Perhaps it wants a client certificate: ${giveOne}`);
    case 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION':
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
    case 'ERR_SSL_WRONG_SSL_VERSION':
      return words('speaks neither TLS 1.2 nor TLS 1.3', 'Older versions are not safe, and Req does not speak them.');
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return words('does not speak TLS', 'Does it speak plain http on this port?');
    case 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME':
    case 'ERR_SSL_TLSV1_ALERT_UNRECOGNIZED_NAME':
      return words('has no host with that name', 'Is the host in the URL right?');
    case 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL':
      return words('does not speak HTTP/1.1', 'Write HTTP/2 behind the URL, or # @http2 above it.');
    default:
      return undefined;
  }
}
