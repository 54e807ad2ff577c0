// Inputs of the benchmarks: one file of many requests, as Req and its peers write it, and texts with placeholders.

export const requests = 10_000;

const bodyOf = (i, id) => `{\n  "name": "Ada ${i}",\n  "tags": ["a", "b"],\n  "at": ${id}\n}`;

const requestOf = (i) => `### Create user ${i}
# @name createUser${i}
@id${i} = ${i}
POST {{host}}/users/{{id${i}}}?role=admin
Content-Type: application/json
Accept: application/json
Authorization: Bearer {{token}}

${bodyOf(i, `{{id${i}}}`)}

?? status == 201

`;

const manyOf = (one) => Array.from({ length: requests }, (_, i) => one(i));

/** As a `.req` file, which httpYac reads too. */
export const file = manyOf(requestOf).join('');

/** A `.req` file of the first `count` requests. */
export const firstOf = (count) => Array.from({ length: count }, (_, i) => requestOf(i)).join('');

/** A shop's requests: reads with a header and an assertion, every fifth a write with a body, every tenth with a reference to another. */
export const shopFile = (count) =>
  `@host = http://127.0.0.1:1/api\n@token = abc\n\n${Array.from({ length: count }, (_, i) => (i % 5 === 4 ? shopWrite(i) : shopRead(i))).join('')}`;

const shopRead = (i) => `### Get one order by its id: ${i}
# @name order${i}
${i % 10 === 1 ? `# @ref order${i - 1}\n` : ''}GET {{host}}/orders/${i}?expand=lines
Authorization: Bearer {{token}}

?? status == 200

`;

const shopWrite = (i) => `### Change order ${i}
PUT {{host}}/orders/${i}
Content-Type: application/json
Authorization: Bearer {{token}}

{
  "id": ${i},
  "note": "as agreed",
  "lines": [{ "sku": "A-${i}", "count": 2 }],
  "previous": {{order${i - 1}.response.body.id}}
}

?? status == 200
?? body.id == ${i}

`;

export const bruFiles = () =>
  manyOf(
    (i) => `meta {
  name: Create user ${i}
  type: http
  seq: ${i}
}

post {
  url: {{host}}/users/{{id${i}}}?role=admin
  body: json
  auth: bearer
}

params:query {
  role: admin
}

headers {
  Content-Type: application/json
  Accept: application/json
}

auth:bearer {
  token: {{token}}
}

body:json {
  ${bodyOf(i, `{{id${i}}}`).replaceAll('\n', '\n  ')}
}

assert {
  res.status: eq 201
}
`,
  );

export const postmanFile = () =>
  JSON.stringify({
    info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: manyOf((i) => ({
      name: `Create user ${i}`,
      request: {
        method: 'POST',
        url: `{{host}}/users/{{id${i}}}?role=admin`,
        header: [
          { key: 'Content-Type', value: 'application/json' },
          { key: 'Accept', value: 'application/json' },
          { key: 'Authorization', value: 'Bearer {{token}}' },
        ],
        body: { mode: 'raw', raw: bodyOf(i, `{{id${i}}}`) },
      },
    })),
  });

/** Finds each line and reads its first character: the minimum work to find where requests begin. */
export function scanLines(of) {
  let separators = 0;
  let lineStart = true;
  for (let i = 0; i < of.length; i++) {
    const c = of.charCodeAt(i);
    if (lineStart && c === 35) separators++;
    lineStart = c === 10 || c === 13;
  }
  return separators;
}

export const withPlaceholders = (count, nameOf, filler) =>
  Array.from({ length: count }, (_, i) => `"key${i}": {{${nameOf(i)}}}, ${'x'.repeat(filler)}`).join('\n');

/** The text with placeholders replaced by a plain lookup, without types, paths, filters or problems. */
export const fillPlainly = (of, values) => of.replaceAll(/\{\{([\w.[\]]+)\}\}/g, (_, name) => values.get(name));
