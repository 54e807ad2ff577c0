import { streamKind } from '../base/events/streamKind.ts';
import { mediaTypeParameters } from '../base/text/mediaType.ts';
import type { Value } from '../base/values/value.ts';
import type { ApiBody, ApiIndex, ApiOperation, ApiParameter, ApiResponse, ApiResponseContent, ParameterStyle } from '../language/index.ts';
import { childOf, list, locationOf, object, textOf, type Documents, type Part } from './references.ts';
import { shapeOf, shapesOf, shortText } from './shapes.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Maximum operations of one document. */
const mostOperations = 20_000;
/** Maximum parameters, responses, headers and media types of one document. YAML aliases can repeat them without limit. */
const mostParts = 500_000;

/** Why a document cannot be used; undefined if it can. */
export function versionProblem(root: Value | undefined): string | undefined {
  const swagger = textOf(root, 'swagger');
  const version = textOf(root, 'openapi');
  if (version.startsWith('3.')) return undefined;
  if (swagger !== '') return `it is Swagger ${swagger}, and Req checks OpenAPI 3.0, 3.1 and 3.2: convert it first`;
  if (version !== '') return `its version is ${version.slice(0, 20)}, and Req reads OpenAPI 3.0, 3.1 and 3.2`;
  return 'it is not an OpenAPI document: it has no member `openapi`';
}

/** Builds the index of a document. References into missing documents are skipped and recorded in `documents`. */
export function makeIndex(file: string, uri: string, documents: Documents): Omit<ApiIndex, 'files'> {
  const root = documents.root(uri);
  const making: Making = { documents, root, shapes: shapesOf(documents), left: mostParts };
  const operations: ApiOperation[] = [];
  for (const path of object(childOf(root, 'paths').value).keys()) {
    if (!path.startsWith('/')) continue;
    const item = documents.resolve(childOf(root, 'paths', path));
    for (const method of methods) {
      const operation = childOf(item, method);
      if (operation.value === undefined) continue;
      if (operations.length >= mostOperations || making.left <= 0) {
        documents.problems.add(`It has more than ${mostOperations} operations or ${mostParts} parts: the others are not read.`);
        break;
      }
      operations.push(operationOf(path, method.toUpperCase(), item, operation, making));
    }
    const additional = childOf(item, 'additionalOperations');
    for (const method of object(additional.value).keys())
      operations.push(operationOf(path, method, item, childOf(additional, method), making));
  }
  const info = object(root.value).get('info');
  return { file, title: textOf(info, 'title'), version: textOf(info, 'version'), operations, problems: [...documents.problems] };
}

interface Making {
  readonly documents: Documents;
  readonly root: Part;
  readonly shapes: ReturnType<typeof shapesOf>;
  left: number;
}

/** The keys of a part, up to the remaining limit. */
function keysOf<T>(keys: Iterable<T>, making: Making): T[] {
  const found: T[] = [];
  for (const key of keys) {
    if (making.left-- <= 0) break;
    found.push(key);
  }
  return found;
}

const sharedShape = (part: Part, { shapes }: Making): ReturnType<typeof shapeOf> => shapeOf(part, shapes);

function operationOf(path: string, method: string, item: Part, operation: Part, making: Making): ApiOperation {
  const { value } = operation;
  const own = [childOf(operation, 'servers'), childOf(item, 'servers'), childOf(making.root, 'servers')];
  const security = object(value).get('security') ?? object(making.root.value).get('security');
  const keys = keysInQuery(security, making);
  const servers = own.map((p) => list(p.value)).find((found) => found.length > 0) ?? [];
  return {
    method,
    path,
    bases: [...new Set(servers.flatMap((s) => [filledUrl(s), textOf(s, 'url')].map(basePath)))],
    pointer: operation.pointer,
    id: textOf(value, 'operationId'),
    summary: shortText(textOf(value, 'summary')),
    description: shortText(textOf(value, 'description')),
    deprecated: object(value).get('deprecated') === true,
    security: securityOf(security),
    ...(keys.length === 0 ? {} : { keys }),
    parameters: parametersOf(item, operation, making),
    body: bodyOf(childOf(operation, 'requestBody'), making),
    responses: responsesOf(childOf(operation, 'responses'), making),
  };
}

/** The path of a server's URL, which may be relative or begin with a variable. */
const basePath = (url: string): string =>
  url
    .replace(/^(?:(?:[A-Za-z][\w+.-]*|\{[^{}]*\}):)?\/\/[^/?#]*/, '')
    .replace(/^\{[^{}]*\}/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/^(?=[^/])/, '/');

/** The URL of a server with the defaults of its variables, which may contain several segments, or none. */
function filledUrl(server: Value): string {
  const variables = object(object(server).get('variables'));
  return textOf(server, 'url').replace(/\{([^{}]*)\}/g, (written, name: string) => {
    const value = object(variables.get(name)).get('default');
    return typeof value === 'string' ? value : written;
  });
}

const securityOf = (given: Value | undefined): readonly string[] =>
  list(given).map((alternative) => [...object(alternative).keys()].join(' + '));

/** The names of the query parameters in which the security schemes of an operation send a key. */
function keysInQuery(security: Value | undefined, { documents, root }: Making): readonly string[] {
  const names = new Set(list(security).flatMap((alternative) => Array.from(object(alternative).keys())));
  return [...names].flatMap((name) => {
    const { value } = documents.resolve(childOf(root, 'components', 'securitySchemes', name));
    return textOf(value, 'type') === 'apiKey' && textOf(value, 'in') === 'query' ? [textOf(value, 'name')] : [];
  });
}

function parametersOf(item: Part, operation: Part, making: Making): readonly ApiParameter[] {
  const byKey = new Map<string, ApiParameter>();
  for (const of of [item, operation]) {
    for (const i of keysOf(list(childOf(of, 'parameters').value).keys(), making)) {
      const part = making.documents.resolve(childOf(of, 'parameters', i));
      const place = textOf(part.value, 'in');
      const name = textOf(part.value, 'name');
      if (name === '' || !['path', 'query', 'header', 'cookie'].includes(place)) continue;
      byKey.set(`${place} ${name}`, parameterOf(part, name, place as ApiParameter['in'], making));
    }
  }
  return [...byKey.values()];
}

function parameterOf(part: Part, name: string, place: ApiParameter['in'], making: Making): ApiParameter {
  const { value } = part;
  const [type] = object(childOf(part, 'content').value).keys();
  const schema = type === undefined ? childOf(part, 'schema') : childOf(part, 'content', type, 'schema');
  const shape = sharedShape(schema, making);
  const written = styleOf(part, place, type);
  const isObject = type === undefined && place === 'query' && shape.types.includes('object');
  return {
    name,
    in: place,
    required: place === 'path' || object(value).get('required') === true,
    description: shortText(textOf(value, 'description') || shape.description),
    deprecated: object(value).get('deprecated') === true,
    shape: written.name === 'content' ? { types: [], description: shape.description } : shape,
    style: written,
    open: !isObject ? undefined : written.name === 'deepObject' ? 'brackets' : written.explode ? 'members' : undefined,
  };
}

const queryStyles = ['form', 'spaceDelimited', 'tabDelimited', 'pipeDelimited', 'deepObject'] as const;
const stylesOf: Readonly<Record<ApiParameter['in'], readonly ParameterStyle['name'][]>> = {
  query: queryStyles,
  cookie: ['form'],
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
};

/** The style of a parameter. A style that is not allowed in its location is treated as the default style. */
function styleOf({ value }: Part, place: ApiParameter['in'], type: string | undefined): ParameterStyle {
  if (type !== undefined) return { name: /[/+]json$/.test(plainType(type)) ? 'json' : 'content', explode: false };
  const given = textOf(value, 'style');
  const [fallback = 'simple'] = stylesOf[place];
  const name = stylesOf[place].find((known) => known === given) ?? fallback;
  const explode = object(value).get('explode');
  return { name, explode: typeof explode === 'boolean' ? explode : name === 'form' };
}

/** The style of a field of a form. `contentType` only applies without the members of a style (OpenAPI 3.1, §4.8.15.1). */
function styleOfField(part: Part): ParameterStyle {
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => object(part.value).has(key));
  const [type = ''] = textOf(part.value, 'contentType').split(',');
  return styleOf(part, 'query', isStyled || type.trim() === '' || plainType(type) === 'text/plain' ? undefined : type);
}

function bodyOf(given: Part, making: Making): ApiBody | undefined {
  const part = making.documents.resolve(given);
  if (part.value === undefined) return undefined;
  const content = childOf(part, 'content');
  return {
    required: object(part.value).get('required') === true,
    content: keysOf(object(content.value).keys(), making).map((type) => contentOfBody(type, childOf(content, type), making)),
  };
}

function contentOfBody(written: string, part: Part, making: Making): ApiBody['content'][number] {
  const encoding = childOf(part, 'encoding');
  const names = keysOf(object(encoding.value).keys(), making);
  const content = { ...mediaTypeOf(written), shape: sharedShape(childOf(part, 'schema'), making) };
  return names.length === 0 ? content : { ...content, fields: names.map((name) => [name, styleOfField(childOf(encoding, name))]) };
}

/** A media type, and its parameters if it has any. */
function mediaTypeOf(written: string): Pick<ApiResponseContent, 'type' | 'parameters'> {
  const parameters = mediaTypeParameters(written);
  return { type: plainType(written), ...(parameters.length === 0 ? {} : { parameters }) };
}

const plainType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

function responsesOf(given: Part, making: Making): readonly ApiResponse[] {
  return keysOf(object(given.value).keys(), making)
    .filter((status) => !status.startsWith('x-'))
    .map((status) => {
      const part = making.documents.resolve(childOf(given, status));
      const content = childOf(part, 'content');
      const headers = childOf(part, 'headers');
      return {
        status,
        description: shortText(textOf(part.value, 'description')),
        headers: keysOf(object(headers.value).keys(), making)
          // OpenAPI: a description of Content-Type is ignored.
          .filter((name) => name.toLowerCase() !== 'content-type')
          .map((name) => {
            const header = making.documents.resolve(childOf(headers, name));
            const [type] = object(childOf(header, 'content').value).keys();
            const schema = type === undefined ? childOf(header, 'schema') : childOf(header, 'content', type, 'schema');
            const isRequired = object(header.value).get('required') === true;
            const location = schema.value === undefined ? undefined : locationOf(schema);
            return {
              name,
              required: isRequired,
              schema: location,
              shape: sharedShape(schema, making),
              style: styleOf(header, 'header', type),
            };
          }),
        content: keysOf(object(content.value).keys(), making).map((type) =>
          contentOf(type, making.documents.resolve(childOf(content, type)), making),
        ),
      };
    });
}

function contentOf(type: string, part: Part, { documents }: Making): ApiResponseContent {
  const schema = childOf(part, 'schema');
  const items = childOf(part, 'itemSchema');
  const target = object(documents.resolve(schema).value);
  const data = childOf(documents.resolve(items), 'properties', 'data');
  const content = childOf(documents.resolve(data), 'contentSchema');
  const isText = target.get('type') === 'string' || target.size === 0;
  // The schema of a sequence is that of the list of its items, or of an item.
  const kind = streamKind(type);
  const isList = (kind === 'ndjson' || kind === 'json-seq') && target.get('type') === 'array' && target.has('items');
  const ofList = isList ? locationOf(childOf(documents.resolve(schema), 'items')) : undefined;
  return {
    ...mediaTypeOf(type),
    schema: schema.value === undefined ? undefined : locationOf(schema),
    items: items.value === undefined ? ofList : locationOf(items),
    data: content.value === undefined ? undefined : locationOf(content),
    isBinary: isText && schema.value !== false,
  };
}
