import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Header } from '../../../src/language/index.ts';
import { awsAuthorization } from '../../../src/runner/auth/signing/awsSigner.ts';
import { awsPlace } from '../../../src/runner/auth/signing/awsPlace.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Requests of AWS's public signature test suite: method, target, headers, body, signature. */
const suite: readonly (readonly [string, string, string, readonly Header[], string, string])[] = [
  ['get-vanilla', 'GET', '/', [], '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    [],
    '',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['get-vanilla-utf8-query', 'GET', '/?ሴ=bar', [], '', '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04'],
  [
    'get-unreserved',
    'GET',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    [],
    '',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  ['get-utf8', 'GET', '/ሴ', [], '', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
  ['get-space', 'GET', '/example space/', [], '', '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741'],
  ['get-slash', 'GET', '//', [], '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['get-slashes', 'GET', '//example//', [], '', '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84'],
  ['get-relative', 'GET', '/example/..', [], '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['get-slash-pointless-dot', 'GET', '/./example', [], '', 'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5'],
  [
    'get-header-key-duplicate',
    'GET',
    '/',
    [
      ['My-Header1', 'value2'],
      ['My-Header1', 'value2'],
      ['My-Header1', 'value1'],
    ],
    '',
    'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
  ],
  [
    'get-header-value-trim',
    'GET',
    '/',
    [
      ['My-Header1', ' value1'],
      ['My-Header2', ' "a   b   c"'],
    ],
    '',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  ['post-vanilla', 'POST', '/', [], '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ['post-header-key-sort', 'POST', '/', [['My-Header1', 'value1']], '', 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c'],
  [
    'post-x-www-form-urlencoded',
    'POST',
    '/',
    [['Content-Type', 'application/x-www-form-urlencoded']],
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
];

const storage: readonly (readonly [string, string, readonly Header[], string, string])[] = [
  ['GET', '/test.txt', [['Range', 'bytes=0-9']], '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'PUT',
    '/test%24file.text',
    [
      ['Date', 'Fri, 24 May 2013 00:00:00 GMT'],
      ['x-amz-storage-class', 'REDUCED_REDUNDANCY'],
    ],
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle', [], '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', [], '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
];

describe('the signature of AWS', () => {
  for (const [name, method, target, headers, body, signature] of suite)
    it(`is that of the test suite: ${name}`, () => {
      const value = awsAuthorization({
        method,
        target,
        headers: [['Host', 'example.amazonaws.com'], ...headers, ['X-Amz-Date', '20150830T123600Z']],
        payload: sha256(body),
        key: 'AKIDEXAMPLE',
        secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
        service: 'service',
        time: '20150830T123600Z',
      });
      assert.equal(value.slice(value.lastIndexOf('=') + 1), signature);
      assert.match(
        value,
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20150830\/us-east-1\/service\/aws4_request, SignedHeaders=[a-z0-9;-]+, /,
      );
    });

  for (const [method, target, headers, body, signature] of storage)
    it(`is that of the documentation of S3: ${method} ${target}`, () => {
      const value = awsAuthorization({
        method,
        target,
        headers: [
          ['Host', 'examplebucket.s3.amazonaws.com'],
          ...headers,
          ['x-amz-content-sha256', sha256(body)],
          ['x-amz-date', '20130524T000000Z'],
        ],
        payload: sha256(body),
        key: 'AKIAIOSFODNN7EXAMPLE',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
        service: 's3',
        time: '20130524T000000Z',
      });
      assert.equal(value.slice(value.lastIndexOf('=') + 1), signature);
    });

  for (const [host, expected] of [
    ['s3.amazonaws.com', 's3 us-east-1'],
    ['bucket.name.s3.eu-west-1.amazonaws.com', 's3 eu-west-1'],
    ['s3-eu-west-1.amazonaws.com', 's3 eu-west-1'],
    ['bucket.s3.dualstack.us-west-2.amazonaws.com', 's3 us-west-2'],
    ['abc123.execute-api.eu-central-1.amazonaws.com', 'execute-api eu-central-1'],
    ['dynamodb.ap-southeast-2.amazonaws.com', 'dynamodb ap-southeast-2'],
    ['search-x.eu-west-1.es.amazonaws.com', 'es eu-west-1'],
    ['x.lambda-url.us-east-2.on.aws', 'lambda us-east-2'],
    ['bedrock-runtime.us-gov-west-1.amazonaws.com', 'bedrock us-gov-west-1'],
    ['sts.amazonaws.com', 'sts us-east-1'],
    ['s3.cn-north-1.amazonaws.com.cn', 's3 cn-north-1'],
    ['example.com', undefined],
    ['amazonaws.com.example.com', undefined],
  ] as const)
    it(`is for what the host ${host} says`, () => {
      const place = awsPlace(host);
      assert.equal(place && `${place.service} ${place.region}`, expected);
    });
});

describe('a request signed for AWS', () => {
  let server: Recorder;
  before(async () => {
    server = await startRecorder();
  });
  after(() => server.close());
  const auth = { kind: 'aws', key: 'AKID', secret: 's e/c', token: 'session+1', region: 'eu-central-1', service: 'execute-api' } as const;

  /** Signs the received request again and compares the signatures. */
  function check(service: string, secret: string): void {
    const got = server.requests.at(-1);
    assert.ok(got);
    const value = got.headers.find(([name]) => name === 'Authorization')?.[1] ?? '';
    const names = new Set(/SignedHeaders=([^,]+)/.exec(value)?.[1]?.split(';'));
    const header = (name: string): string => got.headers.find(([n]) => n.toLowerCase() === name)?.[1] ?? '';
    const again = awsAuthorization({
      method: got.method,
      target: got.target,
      headers: got.headers.filter(([name]) => names.has(name.toLowerCase())),
      payload: sha256(got.body),
      key: 'AKID',
      secret,
      region: 'eu-central-1',
      service,
      time: header('x-amz-date'),
    });
    assert.equal(value, again);
    assert.ok(names.has('host') && names.has('x-amz-date'));
  }

  it('can be checked by who gets it, with query, headers, body and session', async () => {
    const sent = await send(
      resolved(`${server.url}/a%20b/c?z=1&a=%2F&a=+b`, {
        method: 'POST',
        body: '{"é": 1}',
        headers: [
          ['Content-Type', 'application/json'],
          ['X-One', ' 1  2 '],
        ],
        auth,
      }),
    );
    assert.equal(sent.error, undefined);
    check('execute-api', 's e/c');
    const got = server.requests.at(-1);
    assert.equal(got?.headers.find(([name]) => name === 'X-Amz-Security-Token')?.[1], 'session+1');
    assert.match(got?.head ?? '', /SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-one/);
  });

  it('of S3 contains the hash of its body', async () => {
    await send(
      resolved(`${server.url}/key//with/../dots`, { method: 'PUT', body: 'text', auth: { ...auth, service: 's3', token: undefined } }),
    );
    check('s3', 's e/c');
    assert.equal(server.requests.at(-1)?.target, '/key//with/../dots');
    assert.equal(server.requests.at(-1)?.headers.find(([name]) => name === 'X-Amz-Content-Sha256')?.[1], sha256('text'));
  });

  it('is not sent if the service is unknown', async () => {
    const { error } = await sendFailing(resolved(server.url, { auth: { ...auth, service: undefined } }));
    assert.equal(error.kind, 'header');
    assert.match(`${error.message} ${error.hint}`, /The AWS service of 127\.0\.0\.1 .*service=/);
  });

  it('shows its signature and its session nowhere', async () => {
    const hidden: string[] = [];
    await send(resolved(server.url, { auth }), undefined, undefined, { hide: (text) => hidden.push(text) });
    const value = server.requests.at(-1)?.headers.find(([name]) => name === 'Authorization')?.[1] ?? '';
    assert.deepEqual(hidden, [value.slice(value.lastIndexOf('=') + 1), 'session+1']);
  });
});
