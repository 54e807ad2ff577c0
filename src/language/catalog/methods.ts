export interface MethodEntry {
  readonly name: string;
  readonly summary: string;
  readonly reference: string;
}

/** Common methods, for completion and hover. Any other token (RFC 9110 §9.1) is sent as written. */
export const methods: readonly MethodEntry[] = [
  { name: 'GET', summary: 'Transfers a current representation of the resource.', reference: 'RFC 9110 §9.3.1' },
  { name: 'HEAD', summary: 'Like GET, without the content.', reference: 'RFC 9110 §9.3.2' },
  { name: 'POST', summary: 'Lets the resource process the content.', reference: 'RFC 9110 §9.3.3' },
  { name: 'PUT', summary: 'Replaces the resource with the content.', reference: 'RFC 9110 §9.3.4' },
  { name: 'DELETE', summary: 'Removes the resource.', reference: 'RFC 9110 §9.3.5' },
  { name: 'CONNECT', summary: 'Establishes a tunnel.', reference: 'RFC 9110 §9.3.6' },
  { name: 'OPTIONS', summary: 'Describes the communication options.', reference: 'RFC 9110 §9.3.7' },
  { name: 'TRACE', summary: 'Loops the message back.', reference: 'RFC 9110 §9.3.8' },
  { name: 'PATCH', summary: 'Changes a part of the resource.', reference: 'RFC 5789' },
  { name: 'QUERY', summary: 'A safe request with content.', reference: 'IETF draft, safe-method-w-body' },
  { name: 'GRAPHQL', summary: 'Sent as POST: the body is a query, an empty line, then JSON variables.', reference: 'Req' },
];
