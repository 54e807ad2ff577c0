// What newcomers bring: a collection of Postman with its environment, the same of Bruno, curl commands as documentation has them, and the
// server that all of them address.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShopRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Shop {
  readonly url: string;
  readonly requests: ShopRequest[];
  close(): Promise<void>;
}

/** A shop whose orders require the token that `/login` returns. Other paths echo the request. */
export async function startShop(): Promise<Shop> {
  const requests: ShopRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: String(request.method),
        target: String(request.url),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(received);
      const [status, value] = answerTo(received);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answerTo({ method, target, headers, body }: ShopRequest): readonly [status: number, value: object] {
  const url = new URL(target, 'http://shop');
  if (url.pathname === '/login') {
    const { user, password } = JSON.parse(body) as { readonly user?: string; readonly password?: string };
    return user === 'ada' && password === 'lovelace' ? [200, { token: 'token-of-ada' }] : [401, { error: 'unknown user' }];
  }
  if (!url.pathname.startsWith('/orders')) return [200, { method, target, body }];
  if (headers.authorization !== 'Bearer token-of-ada') return [401, { error: 'sign in first' }];
  if (method === 'POST') return [201, { id: 7, ...(JSON.parse(body) as object) }];
  return [200, { id: 7, title: 'Dune', quantity: 2 }];
}

const script = (listen: string, ...exec: readonly string[]): object => ({ listen, script: { type: 'text/javascript', exec } });

/** A Postman export: a login, other requests with its token, and scripts in old and new syntax. */
export const postmanFiles = (url: string): Readonly<Record<string, string>> => ({
  'Book Shop.postman_collection.json': JSON.stringify({
    info: { name: 'Book Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [script('test', "pm.test('is fast', () => pm.expect(pm.response.responseTime).to.be.below(20000));")],
    variable: [{ key: 'base url', value: url }],
    item: [
      {
        name: 'Sign in',
        request: {
          auth: { type: 'noauth' },
          method: 'POST',
          url: { raw: '{{base url}}/login', host: ['{{base url}}'], path: ['login'] },
          body: {
            mode: 'raw',
            raw: '{\n    "user": "{{user}}",\n    "password": "{{password}}"\n}',
            options: { raw: { language: 'json' } },
          },
        },
        event: [
          script(
            'test',
            "pm.test('signs in', () => {",
            '    pm.response.to.have.status(200);',
            "    pm.environment.set('token', pm.response.json().token);",
            '});',
          ),
        ],
      },
      {
        name: 'Orders',
        item: [
          {
            name: 'Create order',
            request: {
              method: 'POST',
              header: [{ key: 'X-Trace', value: '{{$guid}}' }],
              url: { raw: '{{base url}}/orders', host: ['{{base url}}'], path: ['orders'] },
              body: {
                mode: 'raw',
                raw: '{"title": "Dune", "quantity": {{quantity}}}',
                options: { raw: { language: 'json' } },
              },
            },
            event: [
              script('prerequest', "const _ = require('lodash');", "pm.variables.set('quantity', _.clamp(9, 1, 5));"),
              script(
                'test',
                "tests['is created'] = responseCode.code === 201;",
                "pm.test('fits the schema', () => pm.response.to.have.jsonSchema({",
                "    type: 'object', required: ['id'], properties: { id: { type: 'integer' } }",
                '}));',
                "pm.collectionVariables.set('orderId', pm.response.json().id);",
              ),
            ],
          },
          {
            name: 'Get order',
            request: {
              method: 'GET',
              url: {
                raw: '{{base url}}/orders/:id?full=true',
                host: ['{{base url}}'],
                path: ['orders', ':id'],
                query: [
                  { key: 'full', value: 'true' },
                  { key: 'debug', value: '1', disabled: true },
                ],
                variable: [{ key: 'id', value: '{{orderId}}' }],
              },
            },
            event: [script('test', "pm.test('is the order', () => pm.expect(pm.response.json().id).to.eql(pm.variables.get('orderId')));")],
          },
        ],
      },
    ],
  }),
  'Local.postman_environment.json': JSON.stringify({
    name: 'Local',
    values: [
      { key: 'user', value: 'ada', enabled: true },
      { key: 'password', value: 'lovelace', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  }),
});

/** The same as a Bruno folder, with assertions, tests and scripts. Bruno runs folders before requests. */
export const brunoFiles = (url: string): Readonly<Record<string, string>> => ({
  'bruno.json': JSON.stringify({ version: '1', name: 'Book Shop', type: 'collection' }),
  'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n',
  'environments/Local.bru': `vars {\n  baseUrl: ${url}\n  user: ada\n  password: lovelace\n}\n`,
  'Session/folder.bru': 'meta {\n  name: Session\n  seq: 1\n}\n',
  'Session/Sign in.bru': `meta {
  name: Sign in
  type: http
  seq: 1
}

post {
  url: {{baseUrl}}/login
  body: json
  auth: none
}

body:json {
  {
    "user": "{{user}}",
    "password": "{{password}}"
  }
}

vars:post-response {
  token: res.body.token
}

assert {
  res.status: eq 200
  res.body.token: isString
}
`,
  'Orders/folder.bru': 'meta {\n  name: Orders\n  seq: 2\n}\n',
  'Orders/Create order.bru': `meta {
  name: Create order
  type: http
  seq: 1
}

post {
  url: {{baseUrl}}/orders
  body: json
  auth: inherit
}

body:json {
  {
    "title": "Dune",
    "quantity": {{quantity}}
  }
}

script:pre-request {
  const { clamp } = require("lodash");
  bru.setVar("quantity", clamp(9, 1, 5));
}

script:post-response {
  const order = res.getBody();
  bru.setVar("orderId", order.id);
}

tests {
  const order = res.getBody();
  test("is created", function () {
    expect(res.getStatus()).to.equal(201);
  });
  test("has an id", function () {
    expect(order.id).to.be.a("number");
  });
}
`,
  'Orders/Get order.bru': `meta {
  name: Get order
  type: http
  seq: 2
}

get {
  url: {{baseUrl}}/orders/:id?full=true
  body: none
  auth: inherit
}

params:query {
  full: true
  ~debug: 1
}

params:path {
  id: {{orderId}}
}

assert {
  res.status: 200
}

tests {
  test("is the order", function () {
    expect(res.getBody().id).to.equal(bru.getVar("orderId"));
  });
}
`,
});

/** The environment variables of the commands. */
export const curlEnvironment = {
  OPENAI_API_KEY: 'key-of-openai',
  ANTHROPIC_API_KEY: 'key-of-anthropic',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token-of-twilio',
  TEAM: 'blue',
};

/** Ten commands in the style of public documentation, to one server. */
export const curlCommands = (url: string): string => `# List issues
curl -L \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer <YOUR-TOKEN>" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  ${url}/repos/OWNER/REPO/issues

# Create a payment
curl ${url}/v1/payment_intents \\
  -u "sk_test_example:" \\
  -d amount=2000 \\
  -d currency=usd \\
  -d "automatic_payment_methods[enabled]"=true

curl "${url}/v1/responses" \\
    -H "Content-Type: application/json" \\
    -H "Authorization: Bearer $OPENAI_API_KEY" \\
    -d '{
        "model": "gpt-5",
        "input": "Write a one-sentence story."
    }'

curl ${url}/v1/messages \\
     --header "x-api-key: $ANTHROPIC_API_KEY" \\
     --header "anthropic-version: 2023-06-01" \\
     --header "content-type: application/json" \\
     --data \\
'{
    "max_tokens": 1024,
    "messages": [
        {"role": "user", "content": "Hello, world"}
    ]
}'

# An order from a here-document
BASE_URL=${url}
curl -X POST "$BASE_URL/v1/orders" -H 'Content-Type: application/json' --data-binary @- <<JSON
{
  "item": "book",
  "note": "it's for $TEAM"
}
JSON

$ curl -G ${url}/search \\
    --data-urlencode "q=red shoes & socks" \\
    -d limit=10

# Upload a file
curl ${url}/v1/files \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -F purpose="fine-tune" \\
  -F file="@mydata.jsonl"

curl -X POST '${url}/2010-04-01/Accounts/'$TWILIO_ACCOUNT_SID'/Messages.json' \\
--data-urlencode 'To=+15558675310' \\
--data-urlencode "Body=Hi there" \\
-u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN

ada@laptop:~$ curl --request DELETE --url '${url}/v1/users/7?force=true' --oauth2-bearer "\${OPENAI_API_KEY}"

curl -sS -X PATCH ${url}/v1/users/7 \\
  -H "Content-Type: application/json" -H "If-Match: \\"abc\\"" \\
  -d "{\\"name\\": \\"Ada\\"}" | jq .
`;
