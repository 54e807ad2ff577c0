export interface AuthSchemeEntry {
  readonly name: string;
  /** The text after the name, with `$secret` placeholders for secrets. */
  readonly form: string;
  readonly summary: string;
  readonly reference: string;
}

const scheme = (name: string, form: string, reference: string, summary: string): AuthSchemeEntry => ({ name, form, summary, reference });

/** Schemes of `Authorization` (RFC 9110 §11). */
export const authSchemes: readonly AuthSchemeEntry[] = [
  scheme('Bearer', '{{$secret.TOKEN}}', 'RFC 6750', 'A token; anyone who has it can sign in.'),
  scheme('Basic', '{{user}} {{$secret.PASSWORD}}', 'RFC 7617', 'User and password, sent as base64.'),
  scheme('Digest', '{{user}} {{$secret.PASSWORD}}', 'RFC 7616', "A hash of the password and of the server's challenge."),
  scheme('ApiKey', '{{$secret.API_KEY}}', 'customary', 'An API key, as for Elasticsearch.'),
  scheme('Token', '{{$secret.TOKEN}}', 'customary', 'A token, as for GitHub and Django.'),
  scheme('DPoP', '{{$secret.TOKEN}}', 'RFC 9449', 'A token bound to a key; requires the header DPoP too.'),
  scheme(
    'AWS',
    '{{$secret.AWS_ACCESS_KEY_ID}} {{$secret.AWS_SECRET_ACCESS_KEY}}',
    'AWS Signature Version 4',
    'Key and secret: the request is signed with them.',
  ),
  scheme(
    'AWS4-HMAC-SHA256',
    'Credential={{$secret.AWS_ACCESS_KEY_ID}}/20260102/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=',
    'AWS Signature Version 4',
    'Signature of a request to Amazon.',
  ),
  scheme('SharedKey', 'ACCOUNT:{{signature}}', 'Azure Storage', 'Signature of a request to Azure Storage.'),
  scheme('Negotiate', '', 'RFC 4559', 'Kerberos or NTLM.'),
  scheme('NTLM', '', 'Microsoft MS-NLMP', 'Windows credentials.'),
  scheme('HOBA', 'result=""', 'RFC 7486', 'A signature without a password.'),
  scheme('Mutual', '', 'RFC 8120', 'Both sides prove that they know the password.'),
  scheme('SCRAM-SHA-256', '', 'RFC 7804', 'Salted challenge and response.'),
  scheme('vapid', 't=, k=', 'RFC 8292', 'Identifies a server at a push service.'),
  scheme('GNAP', '{{$secret.TOKEN}}', 'RFC 9635', 'A token bound to a key.'),
  scheme('OAuth', 'oauth_consumer_key="", oauth_token="", oauth_signature=""', 'RFC 5849', 'OAuth 1.0.'),
];

/** Looks up a scheme; the name is case-insensitive (RFC 9110 §11.1). */
export const authSchemeEntry = (name: string): AuthSchemeEntry | undefined =>
  authSchemes.find((s) => s.name.toLowerCase() === name.toLowerCase());
