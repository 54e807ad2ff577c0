const words = 'The quick brown fox jumps over the lazy dog. '.repeat(6);

/** A document of about 13 MB with 1,000 operations, as large as that of GitHub. */
export function largeApi(): string {
  const schemas = Object.fromEntries(
    Array.from({ length: 900 }, (_, i) => [
      `S${i}`,
      {
        type: 'object',
        required: ['m1'],
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_unused, j) => [
            `m${j}`,
            j % 7 === 0 ? { $ref: `#/components/schemas/S${(i + j + 1) % 900}` } : { type: 'string', description: words },
          ]),
        ),
      },
    ]),
  );
  const operation = (i: number): unknown => ({
    operationId: `get${i}`,
    parameters: [{ name: 'owner', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${i % 900}` } } } },
    responses: { 200: { description: words, content: { 'application/json': { schema: { $ref: `#/components/schemas/S${i % 900}` } } } } },
  });
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`/repos/{owner}/r${i}`, { post: operation(i) }]));
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths, components: { schemas } });
}
