import { isReqError, ReqError } from '../../../base/reqError.ts';
import type { CertificateInfo } from '../../ports/connectionInfo.ts';
import { codeOf } from '../exchange/errorCode.ts';

const insecureElsewhereHint =
  '# @insecure applies only to the origin that the request names. Send a request with # @insecure to this origin itself.';
const insecureHint = 'To send this request anyway, add # @insecure to it; no other request is affected.';

const unknownIssuer = 'was issued by an unknown CA';
const trust =
  'If it is the right certificate, trust its issuer: save the certificate of the issuer as a PEM file and name it in the setting req.tls.ca, by # @cacert FILE or --cacert FILE.';
const trustItself =
  'If it is the right certificate, trust it: save it as a PEM file and name it in the setting req.tls.ca, by # @cacert FILE or --cacert FILE.';
const dates = "Its owner has to renew it. Is this computer's clock right?";
const names = 'Use a host name from the certificate. To reach it at another address, add # @resolve.';

interface CertificateProblem {
  readonly what: string;
  readonly todo?: string;
}

/** By the error codes of OpenSSL and Node.js. */
const problems: Readonly<Record<string, CertificateProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: { what: 'is self-signed', todo: trustItself },
  SELF_SIGNED_CERT_IN_CHAIN: { what: 'has a self-signed certificate in its chain that is not trusted', todo: trust },
  CERT_HAS_EXPIRED: { what: 'has expired', todo: dates },
  CERT_NOT_YET_VALID: { what: 'is not valid yet', todo: dates },
  CERT_REVOKED: { what: 'has been revoked' },
  CERT_REJECTED: { what: 'is rejected' },
  CERT_UNTRUSTED: { what: 'is not trusted here', todo: trust },
  CERT_CHAIN_TOO_LONG: { what: 'has too long a chain' },
  CERT_SIGNATURE_FAILURE: { what: 'has a wrong signature' },
  INVALID_CA: { what: 'was issued by a certificate that is not a CA' },
  INVALID_PURPOSE: { what: 'is not meant for servers' },
  HOSTNAME_MISMATCH: { what: 'is for another host', todo: names },
  ERR_TLS_CERT_ALTNAME_INVALID: { what: 'is for another host', todo: names },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { what: unknownIssuer, todo: trust },
  UNABLE_TO_GET_ISSUER_CERT: { what: unknownIssuer, todo: trust },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { what: unknownIssuer, todo: trust },
};

const mostNames = 5;

/** Codes of certificates that fail only because their issuer is not trusted. */
const unknown = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/**
 * A certificate failure as an error with subject, issuer, validity and a solution. Undefined for other codes.
 * @param where `example.com:443`
 * @param chain as sent by the server; empty if unknown
 * @param insecureIs the part of the hint about `@insecure`: that it helps, that it applies to another origin only, or nothing
 * @param pem the certificate that ends the chain, if it is self-signed
 */
export function certificateFailure(
  code: string | undefined,
  where: string,
  chain: readonly CertificateInfo[],
  cause?: Error,
  insecureIs: 'offered' | 'elsewhere' | 'useless' = 'offered',
  pem?: string,
): ReqError | undefined {
  const problem = code !== undefined && Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (problem === undefined) return undefined;
  const insecure = { offered: insecureHint, elsewhere: insecureElsewhereHint, useless: undefined }[insecureIs];
  const hints = [problem.todo, insecure].filter((hint) => hint !== undefined);
  const last = chain.at(-1);
  const trustable = code !== undefined && unknown.has(code) ? pem : undefined;
  const facts = {
    cause,
    ...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
    ...(insecureIs === 'offered' && last !== undefined
      ? { certificate: { where, pem: trustable, subject: last.subject, fingerprint: last.fingerprint } }
      : {}),
  };
  return new ReqError('tls', `The certificate of ${where} ${problem.what} (${code}).${described(chain[0])}`, facts);
}

export const isUnknownIssuer = (error: unknown): boolean => isReqError(error) && unknown.has(codeOf(error.cause) ?? '');

function described(certificate: CertificateInfo | undefined): string {
  if (certificate === undefined) return '';
  const { subject, issuer, names: hosts, validFrom, validTo } = certificate;
  const more = hosts.length > mostNames ? ' and others' : '';
  const forHosts = hosts.length === 0 ? '' : ` for ${hosts.slice(0, mostNames).join(', ')}${more}`;
  const by = issuer === subject ? 'by itself' : `by ${issuer || '(no issuer)'}`;
  return ` It was issued to ${subject || '(no subject)'}${forHosts} ${by}, and is valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}.`;
}
