import type { ApiOperation, ApiParameter } from '../../semantics/api/apiIndex.ts';
import { operationName } from '../../semantics/api/apiIndex.ts';
import { code, escape } from '../hover/hoverMarkdown.ts';

const mostShown = 12;

/** An operation of the document as Markdown. */
export function operationMarkdown(operation: ApiOperation): string {
  const { summary, description, deprecated, parameters, body, responses, security, id } = operation;
  const parts = [
    `**${escape(operationName(operation))}**${id === '' ? '' : ` · ${code(id)}`}${deprecated ? ' · deprecated' : ''}`,
    escape(summary),
    description === summary ? '' : escape(description),
    parameters.length === 0 ? '' : listed(parameters.toSorted((a, b) => Number(b.required) - Number(a.required)).map(parameterLine)),
    body === undefined ? '' : `Body: ${body.content.map((c) => code(c.type)).join(', ')}${body.required ? ', required' : ''}`,
    responses.length === 0 ? '' : listed(responses.map((r) => `- ${code(r.status)} ${escape(firstLine(r.description))}`)),
    security.length === 0 ? '' : `Signs in with ${security.map((s) => (s === '' ? 'nothing' : code(s))).join(' or ')}`,
  ];
  return parts.filter((p) => p !== '').join('\n\n');
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

function parameterLine({ name, in: place, required, shape, description }: ApiParameter): string {
  const type = shape.types.length === 0 ? '' : `, ${shape.types.join(' or ')}`;
  const text = firstLine(description);
  return `- ${code(name)} (${place}${type}${required ? ', required' : ''})${text === '' ? '' : ` ${escape(text)}`}`;
}

const listed = (lines: readonly string[]): string =>
  [...lines.slice(0, mostShown), ...(lines.length > mostShown ? [`- ${lines.length - mostShown} more`] : [])].join('\n');
