import { ReqError } from '../../../base/reqError.ts';
import type { Value } from '../../../base/values/value.ts';
import { listRequests, noVariables, parse } from '../../../language/index.ts';
import type { StoredVariable, VariableStore } from '../../ports/host.ts';
import type { RunInput } from '../../ports/input.ts';
import type { RawRequest } from '../../script/scriptTypes.ts';

/** Variable of the values of a composed request. */
export const composedName = 'composed';

/** A request composed by a script. `value` is the same as a variable, with its secrets and taint. */
export interface ComposedRequest {
  readonly request: RawRequest;
  readonly value: Omit<StoredVariable, 'origin'>;
}

const token = /^[!#$%&'*+\-.^_`|~\w]+$/;

export function valueOfRequest({ url, headers, body }: RawRequest): Value {
  return new Map<string, Value>([
    ['url', url],
    ['headers', headers.map(([, value]) => value)],
    ['body', body ?? ''],
  ]);
}

/**
 * Writes the request as a file of its own: the text contains names, and all values are in a variable. The resolver, the gate and the mask
 * then treat it like any other request. Surrounding files do not apply, because their scripts would run for each request that they send.
 * @throws {ReqError} if the method or a header's name is not a token
 */
export function composedInput(
  { request, value }: ComposedRequest,
  name: string,
  { context, variables }: Pick<RunInput, 'context' | 'variables'>,
): Pick<RunInput, 'context' | 'variables'> {
  const { method, headers, body } = request;
  for (const text of [method, ...headers.map(([header]) => header)])
    if (!token.test(text)) throw new ReqError('script', `${name}: ${JSON.stringify(text)} cannot be a method or the name of a header.`);
  const lines = headers.map(([header], i) => `${header}: {{${composedName}.headers[${i}]}}`);
  const text = [
    `### ${name}`,
    `${method} {{${composedName}.url}}`,
    ...lines,
    ...(body === null ? [] : ['', `{{${composedName}.body}}`]),
    '',
  ];
  const tree = parse(text.join('\n'));
  const block = listRequests(tree)[0]?.block;
  if (block === undefined) throw new ReqError('script', `${name} is not a request.`);
  const origin = { layer: 'script', file: context.file, line: 1 } as const;
  const own: VariableStore = {
    find: (wanted) => (wanted === composedName ? { ...value, origin } : variables.find(wanted)),
    names: () => [composedName, ...variables.names()],
    set: (set, variable) => variables.set(set, variable),
    delete: (deleted, by) => variables.delete(deleted, by),
  };
  const collection = { ...context.collection, shared: [] };
  return { context: { ...context, tree, block, variables: own, answers: noVariables, collection }, variables: own };
}
