import assert from 'node:assert/strict';
import type { ImportFormat } from '../../../src/convert/import/index.ts';
import { importedText, warningsOf } from '../../support/imported.ts';

const insomnia = (authentication: object): string =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'C' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', method: 'GET', url: 'https://a.b', authentication },
    ],
  });
const bruno = (fields: string): string =>
  `meta {\n  name: R\n}\n\nget {\n  url: https://a.b\n  auth: oauth2\n}\n\nauth:oauth2 {\n  grant_type: client_credentials\n  access_token_url: https://t\n  ${fields}\n}\n`;
const oauth = { type: 'oauth2', grantType: 'client_credentials', accessTokenUrl: 'https://t' };

describe('a token that another client sends without Bearer', () => {
  it('is sent alone if Insomnia has NO_PREFIX', () => {
    const text = importedText('insomnia', insomnia({ type: 'bearer', token: '{{ _.t }}', prefix: 'NO_PREFIX' }), 'i.json');
    assert.match(text, /^Authorization: \{\{t\}\}$/m);
  });

  it('is reported for OAuth 2, because Req sends Bearer', () => {
    const warnings = (format: ImportFormat, text: string): string => warningsOf(format, text, 'r.bru').join();
    assert.match(warnings('insomnia', insomnia({ ...oauth, tokenPrefix: 'Token' })), /Bearer, not with the prefix "Token"\./);
    assert.match(warnings('bruno', bruno('token_header_prefix: Token')), /Bearer, not with the prefix "Token"\./);
    assert.match(warnings('bruno', bruno('token_placement: url')), /Bearer, not in the query\./);
    assert.deepEqual(
      [
        warnings('insomnia', insomnia({ ...oauth, tokenPrefix: '' })),
        warnings('bruno', bruno('token_placement: header\n  token_header_prefix: Bearer ')),
      ],
      ['', ''],
    );
  });
});
