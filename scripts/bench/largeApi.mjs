// An OpenAPI document of the form and size of GitHub's: 1,100 operations, schemas in components and in place, and examples that are a
// third of it.

const words = 'A description of an object, as long as descriptions usually are in such a document.';

function schema(depth, seed) {
  const properties = {};
  for (let k = 0; k < 18; k++) {
    const reference = { $ref: `#/components/schemas/simple-${(seed * 7 + k) % 240}` };
    const plain = k % 3 === 0 ? { type: 'string', description: 'A field.', example: `value ${k}` } : { type: 'integer', example: k };
    properties[`field_${k}`] = depth > 0 && k % 8 === 0 ? schema(depth - 1, seed * 10 + k) : k % 5 === 1 ? reference : plain;
  }
  return { title: `Object ${seed}`, description: words, type: 'object', properties, required: ['field_0', 'field_1'] };
}

const example = (depth, seed) =>
  Object.fromEntries(
    Array.from({ length: 18 }, (_, k) => [
      `field_${k}`,
      depth > 0 && k % 9 === 0 ? example(depth - 1, seed) : k % 2 === 1 ? `https://api.example.com/things/${seed}/${k}` : k,
    ]),
  );

const parameter = (name, place, type) => ({ name, in: place, required: place === 'path', schema: { type } });

function operation(i) {
  const found = { $ref: `#/components/schemas/simple-${i % 240}` };
  const ofType = (of) => ({ 'application/json': of });
  const body = { required: true, content: ofType({ schema: schema(1, i), examples: { default: { value: example(1, i) } } }) };
  return {
    summary: `Operation ${i}`,
    description: 'Lists the things of a repository. '.repeat(6),
    tags: ['things'],
    operationId: `things/op-${i}`,
    parameters: [
      parameter('owner', 'path', 'string'),
      parameter('repo', 'path', 'string'),
      parameter('id', 'path', 'integer'),
      parameter('per_page', 'query', 'integer'),
    ],
    ...(i % 4 === 0 ? { requestBody: body } : {}),
    responses: {
      200: {
        description: 'Response',
        content: ofType({
          schema: i % 3 === 0 ? { type: 'array', items: found } : found,
          examples: { default: { $ref: `#/components/examples/example-${i % 240}` } },
        }),
      },
      404: { description: 'Not found', content: ofType({ schema: { $ref: '#/components/schemas/simple-0' } }) },
      422: { description: 'Validation failed' },
    },
  };
}

/** The document as JSON with indentation, about 14 MB. */
export function largeApi() {
  const paths = {};
  for (let i = 0; i < 1100; i++) {
    const path = `/repos/{owner}/{repo}/things${i >> 1}/{id}`;
    paths[path] = { ...paths[path], [i % 2 === 0 ? 'post' : 'get']: operation(i) };
  }
  const named = (name, make) => Object.fromEntries(Array.from({ length: 240 }, (_, i) => [`${name}-${i}`, make(i)]));
  const components = {
    schemas: named('simple', (i) => schema(1, i)),
    examples: named('example', (i) => ({ value: [example(2, i), example(2, i), example(2, i)] })),
  };
  const head = { openapi: '3.0.3', info: { title: 'A large API', version: '1.0.0' }, servers: [{ url: 'https://api.example.com' }] };
  return JSON.stringify({ ...head, paths, components }, null, 2);
}
