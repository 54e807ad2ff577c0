// Files of other clients in the pictures of the docs.

/** The same collection in another client: a script that cannot be translated completely, and a generated value. */
export const shop = (url) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  variable: [{ key: 'host', value: url }],
  item: [
    {
      name: 'Sign in',
      request: {
        method: 'POST',
        url: '{{host}}/login',
        body: { mode: 'raw', raw: '{ "user": "ada" }', options: { raw: { language: 'json' } } },
      },
      event: [
        {
          listen: 'test',
          script: {
            exec: [
              'pm.test("signed in", () => pm.response.to.have.status(200));',
              'pm.environment.set("token", pm.response.json().token);',
            ],
          },
        },
      ],
    },
    {
      name: 'Place an order',
      request: { method: 'POST', url: { raw: '{{host}}/users/:id/orders', variable: [{ key: 'id', value: '1' }] }, header: [] },
      event: [{ listen: 'prerequest', script: { exec: ['pm.vault.get("key");', 'pm.setNextRequest("Users");'] } }],
    },
    { name: 'Users', request: { method: 'GET', url: '{{host}}/users?name={{$randomFirstName}}' } },
  ],
});

/** What newcomers bring: a folder of .http files, a Postman collection that signs in, curl commands, a Bruno collection. */
export const brought = (url) => ({
  'http/team.http': `@host = ${url}

### One user
GET {{host}}/users/1
Accept: application/json

### Sign in
# @name login
POST {{host}}/login
Content-Type: application/json

{ "user": "ada" }
`,
  'store.postman_collection.json': JSON.stringify({
    ...shop,
    info: { ...shop.info, name: 'Store' },
    item: [
      shop.item[0],
      {
        name: 'One user',
        request: { method: 'GET', url: '{{host}}/users/1' },
        event: [
          {
            listen: 'test',
            script: { exec: ['pm.test("is Ada", () => {', '  pm.expect(pm.response.json().name).to.include("Ada");', '});'] },
          },
        ],
      },
    ],
  }),
  'commands.txt': [
    `curl ${url}/users/1`,
    `curl -H 'Accept: application/json' ${url}/users`,
    `curl -X POST ${url}/login -H 'Content-Type: application/json' -d '{"user":"ada"}'`,
    `curl -G ${url}/users --data-urlencode 'name=Ada Lovelace'`,
    `curl -u ada:secret ${url}/users/1`,
    `curl -d 'name=Ada' -d 'team=math' ${url}/users`,
    `curl -I ${url}/users/1`,
    `curl -X DELETE ${url}/users/1`,
    `curl -F 'note=hello' ${url}/users`,
    `curl --json '{"name":"Ada"}' ${url}/users`,
  ].join('\n'),
  'commands.req': `### Commands of a README\nGET ${url}/users/1\n\n`,
  'bruno/bruno.json': '{"version":"1","name":"Crew","type":"collection"}',
  'bruno/one.bru': `meta {\n  name: One user\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${url}/users/1\n}\n\nassert {\n  res.status: eq 200\n}\n\ntests {\n  test("is Ada", function () {\n    expect(res.getBody().name).to.include("Ada");\n  });\n}\n`,
  'bruno/sign in.bru': `meta {\n  name: Sign in\n  type: http\n  seq: 2\n}\n\npost {\n  url: ${url}/login\n  body: json\n}\n\nbody:json {\n  { "user": "ada" }\n}\n\nassert {\n  res.body.token: isString\n}\n`,
});
