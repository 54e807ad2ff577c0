import {
  contentFor,
  responseFor,
  type ApiOperation,
  type ApiResponse,
  type ApiResponseContent,
  type Header,
} from '../../../language/index.ts';
import { shownValue } from '../shownValue.ts';

/** The result of checking status and headers of a response against its operation. */
export interface ContractHead {
  readonly problems: readonly string[];
  /** The response of the document; undefined if its status is not documented. */
  readonly response: ApiResponse | undefined;
  /** Undefined if the body has no documented media type. */
  readonly content: ApiResponseContent | undefined;
}

export interface ReceivedHead {
  readonly status: number;
  readonly headers: readonly Header[];
  /** `none`: the message cannot have a body. */
  readonly body: 'none' | 'empty' | 'some';
}

const valueOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

export const typeOf = (headers: readonly Header[]): string => (valueOf(headers, 'content-type')?.split(';')[0] ?? '').trim().toLowerCase();

/** @param place the operation's place in the document, as in messages */
export function checkHead(operation: ApiOperation, { status, headers, body }: ReceivedHead, place: string): ContractHead {
  const response = responseFor(operation, status);
  if (response === undefined) {
    const known = operation.responses.map((r) => r.status).join(', ');
    const problem = `status ${status} is not documented, ${known === '' ? 'nor is any other' : `only ${known}`} (${place}/responses)`;
    return { problems: [problem], response, content: undefined };
  }
  const at = `${place}/responses/${response.status}`;
  const problems = response.headers
    .filter(({ name, required }) => required && valueOf(headers, name) === undefined)
    .map(({ name }) => `the header ${name} is missing (${at}/headers/${name})`);
  const type = typeOf(headers);
  const content = contentFor(response.content, type, valueOf(headers, 'content-type'));
  const types = [...new Set(response.content.map((c) => c.type))].join(', ');
  if (body !== 'some') {
    if (body === 'empty' && response.content.length > 0) problems.push(`the body is empty and must be ${types} (${at}/content)`);
  } else if (response.content.length === 0)
    problems.push(`a body ${type === '' ? 'without a media type' : `of ${type}`} is not documented (${at})`);
  else if (content === undefined)
    problems.push(`the media type is ${type === '' ? 'missing' : shownValue(type)} and must be ${types} (${at}/content)`);
  return { problems, response, content: body === 'some' ? content : undefined };
}
