import type { Json } from './importSamples.ts';

export const thunder: Json = {
  clientName: 'Thunder Client',
  collectionName: 'C',
  settings: { headers: [{ name: 'X', value: 'x' }], auth: { type: 'bearer', bearer: 't' } },
  folders: [{ _id: 'f', name: 'F', containerId: '' }],
  requests: [
    {
      _id: 'r',
      containerId: 'f',
      name: 'R',
      url: 'https://a.b/{p}',
      method: 'POST',
      docs: 'd',
      headers: [{ name: 'A', value: 'a' }],
      params: [
        { name: 'p', value: 'v', isPath: true },
        { name: 'q', value: 'v' },
      ],
      body: { type: 'json', raw: '{"a": "x"}' },
      auth: { type: 'basic', basic: { username: 'u', password: 'p' } },
      tests: [
        { type: 'res-body', custom: '', action: 'contains', value: 'x' },
        { type: 'json-query', custom: 'json.a', action: 'setto', value: '{{t}}' },
      ],
      preReq: { script: 'tc.setVar("a", "b")' },
    },
  ],
};

export const yaak: Json = {
  yaakSchema: 4,
  resources: {
    workspaces: [{ id: 'w', name: 'W', description: 'd' }],
    environments: [{ id: 'e', workspaceId: 'w', name: 'E', base: true, variables: [{ name: 'v', value: 'x' }] }],
    folders: [{ id: 'f', workspaceId: 'w', name: 'F', description: 'd' }],
    httpRequests: [
      {
        id: 'r',
        workspaceId: 'w',
        folderId: 'f',
        name: 'R',
        url: 'https://a.b/:p',
        method: 'POST',
        headers: [{ name: 'A', value: 'a' }],
        urlParameters: [
          { name: ':p', value: 'v' },
          { name: 'q', value: 'v' },
        ],
        bodyType: 'application/json',
        body: { text: '{"a": "x"}' },
        authenticationType: 'basic',
        authentication: { username: 'u', password: 'p' },
      },
    ],
  },
};

export const hurl = `# HERE
POST https://a.b/HERE?x=HERE
A: HERE
[Options]
variable: v=HERE
header: B: HERE
[QueryStringParams]
q: HERE
[FormParams]
f: HERE
[Cookies]
c: HERE
[BasicAuth]
u: HERE
HTTP 200
H: HERE
[Captures]
t: jsonpath "HERE"
[Asserts]
body contains "HERE"
jsonpath "$.a" == "HERE"

POST https://a.b
{"a": "HERE"}

POST https://a.b
\`\`\`
HERE
\`\`\`
`;
