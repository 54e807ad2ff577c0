import { isArrayValue, isObjectValue, valueToText, type ObjectValue, type Value } from '../../base/values/value.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, has, list, object, text } from '../import/reading/importedValues.ts';
import { exampleOf } from './example.ts';
import { referencesOf, type References } from './references.ts';

/** Methods of Swagger 2.0. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Converts Swagger 2.0 to OpenAPI 3. Targets of references are not moved. */
export function openApiOf(document: Value, addNote: AddNote): Value {
  const references = referencesOf(document, addNote);
  return made({
    ...Object.fromEntries(object(document)),
    openapi: '3.0.3',
    servers: serversOf(document, addNote),
    paths: mapped(object(at(document, 'paths')), (item) => pathItemOf(references.resolve(item), document, references)),
    components: made({ securitySchemes: mapped(object(at(document, 'securityDefinitions')), schemeOf) }),
  });
}

/** An object without undefined members. */
const made = (entries: Readonly<Record<string, Value | undefined>>): ObjectValue =>
  new Map(Object.entries(entries).flatMap(([key, v]) => (v === undefined ? [] : [[key, v] as const])));

const mapped = (given: ObjectValue, change: (v: Value) => Value): ObjectValue => new Map([...given].map(([key, v]) => [key, change(v)]));

/** Servers from `host`, `basePath` and `schemes`, https first. */
function serversOf(document: Value, addNote: AddNote): readonly Value[] {
  const host = text(document, 'host');
  if (host === '') return [made({ url: text(document, 'basePath') })];
  const known = schemesOf(document);
  if (known.length === 0) addNote('information', 'No scheme is named: https is written into baseUrl.');
  return (known.length === 0 ? ['https'] : known).map((scheme, i) =>
    made({ url: urlOf(scheme, document), description: i === 0 ? undefined : `${host} ${scheme}` }),
  );
}

const schemesOf = (of: Value): readonly string[] =>
  list(at(of, 'schemes'))
    .map((s) => text(s))
    .filter((s) => s === 'http' || s === 'https')
    .toSorted()
    .toReversed();

const urlOf = (scheme: string, document: Value): string =>
  `${scheme}://${text(document, 'host')}${text(document, 'basePath').replace(/^(?=[^/])/, '/')}`;

function pathItemOf(item: Value | undefined, document: Value, references: References): Value {
  const shared = list(at(item, 'parameters'));
  const operations = methods.flatMap((method) => {
    const operation = at(item, method);
    return operation === undefined ? [] : [[method, operationOf(operation, shared, document, references)] as const];
  });
  return new Map(operations);
}

function operationOf(operation: Value, shared: readonly Value[], document: Value, references: References): Value {
  const byKey = new Map<string, Value>();
  for (const given of [...shared, ...list(at(operation, 'parameters'))]) {
    const found = references.resolve(given);
    if (found !== undefined) byKey.set(`${text(found, 'in')} ${text(found, 'name')}`, found);
  }
  const parameters = [...byKey.values()];
  const types = (key: string): readonly string[] => list(at(operation, key) ?? at(document, key)).map((t) => text(t));
  const form = parameters.filter((p) => text(p, 'in') === 'formData');
  const body = parameters.find((p) => text(p, 'in') === 'body');
  const [best] = schemesOf(operation);
  const isOther = best !== undefined && text(document, 'host') !== '' && best !== (schemesOf(document)[0] ?? 'https');
  return made({
    ...Object.fromEntries(object(operation)),
    parameters: parameters.filter((p) => p !== body && !form.includes(p)).map(parameterOf),
    requestBody: body === undefined ? formOf(form, types('consumes'), references) : bodyOf(body, types('consumes')),
    responses: made({ default: made({ content: new Map(types('produces').map((t) => [t, made({})])) }) }),
    servers: isOther ? [made({ url: urlOf(best, document) })] : undefined,
  });
}

/** Serialization styles of arrays (`collectionFormat`). */
const styles: Readonly<Record<string, string>> = { ssv: 'spaceDelimited', tsv: 'tabDelimited', pipes: 'pipeDelimited' };
const separators: Readonly<Record<string, string>> = { ssv: ' ', tsv: '\t', pipes: '|' };

/** Converts a parameter, which is its own schema in Swagger 2.0. */
function parameterOf(p: Value): Value {
  const format = text(p, 'collectionFormat');
  const isArray = text(p, 'type') === 'array';
  return made({
    name: at(p, 'name'),
    in: at(p, 'in'),
    required: at(p, 'required'),
    schema: p,
    example: at(p, 'x-example'),
    style: isArray && text(p, 'in') === 'query' ? (styles[format] ?? 'form') : undefined,
    explode: isArray ? format === 'multi' : undefined,
  });
}

function bodyOf(p: Value, consumes: readonly string[]): Value {
  const described = made({ schema: at(p, 'schema'), example: at(p, 'x-example') });
  return made({ content: new Map((consumes.length === 0 ? ['application/json'] : consumes).map((type) => [type, described])) });
}

/** Converts form fields: multipart if one is a file or the operation accepts nothing else. */
function formOf(form: readonly Value[], consumes: readonly string[], references: References): Value | undefined {
  if (form.length === 0) return undefined;
  const urlencoded = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data';
  const isMultipart = form.some((p) => text(p, 'type') === 'file') || (consumes.includes(multipart) && !consumes.includes(urlencoded));
  const properties = new Map(form.map((p) => [text(p, 'name'), fieldOf(p, references)]));
  const schema = made({ type: 'object', properties });
  return made({ content: new Map([[isMultipart ? multipart : urlencoded, made({ schema })]]) });
}

function fieldOf(p: Value, references: References): Value {
  if (text(p, 'type') === 'file') return made({ type: 'string', format: 'binary' });
  if (has(p, 'x-example')) return made({ example: at(p, 'x-example') });
  const example = exampleOf(p, references);
  if (!isArrayValue(example)) return p;
  const items = example.map((v) => (isObjectValue(v) || isArrayValue(v) ? '' : valueToText(v)));
  const format = text(p, 'collectionFormat');
  return made({ example: format === 'multi' ? items : items.join(separators[format] ?? ',') });
}

/** Names of OAuth 2 flows in OpenAPI 3. */
const flows: Readonly<Record<string, string>> = { application: 'clientCredentials', accessCode: 'authorizationCode' };

function schemeOf(scheme: Value): Value {
  if (text(scheme, 'type') === 'basic') return made({ type: 'http', scheme: 'basic' });
  if (text(scheme, 'type') !== 'oauth2') return scheme;
  const flow = text(scheme, 'flow');
  return made({ type: 'oauth2', flows: new Map([[flows[flow] ?? flow, scheme]]) });
}
