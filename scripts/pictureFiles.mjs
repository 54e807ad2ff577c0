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

/** A newcomer's file of another client. */
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
});
