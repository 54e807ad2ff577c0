import assert from 'node:assert/strict';
import { targetOf } from '../../../src/runner/http/exchange/checkRequest.ts';
import { chooseProxy } from '../../../src/runner/http/connect/chooseProxy.ts';
import { directNetwork, type NetworkSettings } from '../../../src/runner/http/connect/networkOptions.ts';

interface Case {
  readonly url?: string;
  readonly said?: string;
  readonly settings?: Partial<NetworkSettings>;
  readonly env?: Readonly<Record<string, string>>;
}

const chosen = ({ url = 'https://h.example/', said, settings = {}, env = {} }: Case): string | undefined =>
  chooseProxy(targetOf(url), said, { ...directNetwork, environmentProxies: true, ...settings }, (name) => env[name])?.url;

const env = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:1', ALL_PROXY: 'socks5h://all:1' };

describe('the choice of a proxy', () => {
  for (const [title, given, proxy] of [
    ['none where nobody says one', {}, undefined],
    ['@proxy before all others', { said: 'http://p:1', settings: { proxy: 'http://q:1', proxiesAll: true }, env }, 'http://p:1'],
    ['none where @proxy says none', { said: 'none', settings: { proxy: 'http://q:1' }, env }, undefined],
    ['the setting before that of VS Code', { settings: { proxy: 'http://q:1', otherProxy: 'http://r:1' }, env }, 'http://q:1'],
    ['none where the setting says none', { settings: { proxy: 'none', otherProxy: 'http://r:1' }, env }, undefined],
    ['that of VS Code before the environment', { settings: { otherProxy: 'http://r:1' }, env }, 'http://r:1'],
    ['HTTPS_PROXY for https', { env }, 'http://secure:1'],
    ['HTTP_PROXY for http', { url: 'http://h.example/', env }, 'http://plain:1'],
    ['lower case before upper', { env: { ...env, https_proxy: 'http://lower:1' } }, 'http://lower:1'],
    ['ALL_PROXY where there is no other', { env: { ALL_PROXY: 'socks5h://all' } }, 'socks5h://all:1080'],
    ['none where an empty variable stands alone', { env: { HTTPS_PROXY: '' } }, undefined],
    ['none of the environment where that is not to count', { env, settings: { environmentProxies: false } }, undefined],
    ['none for a host of NO_PROXY', { env: { ...env, NO_PROXY: 'example' } }, undefined],
    ['none of settings for a host of NO_PROXY', { settings: { proxy: 'http://q:1' }, env: { no_proxy: 'h.example' } }, undefined],
    ['none for a host of http.noProxy', { settings: { otherProxy: 'http://r:1', noProxy: ['*.example'] } }, undefined],
    ['a flag even for a host of NO_PROXY', { settings: { proxy: 'http://q:1', proxiesAll: true }, env: { NO_PROXY: '*' } }, 'http://q:1'],
    ['@proxy even for a host of NO_PROXY', { said: 'http://p:1', env: { NO_PROXY: '*' } }, 'http://p:1'],
    ['none for this machine', { url: 'http://localhost:8080/', settings: { proxy: 'http://q:1' }, env }, undefined],
    ['none for an address of this machine', { url: 'http://127.0.0.1/', env }, undefined],
    ['@proxy even for this machine', { url: 'http://127.0.0.1/', said: 'http://p:1' }, 'http://p:1'],
    ['a flag even for this machine', { url: 'http://[::1]/', settings: { proxy: 'http://q:1', proxiesAll: true } }, 'http://q:1'],
  ] as const satisfies readonly (readonly [string, Case, string | undefined])[]) {
    it(title, () => assert.equal(chosen(given), proxy));
  }

  it('has the name of its source if it is invalid', () => {
    for (const [given, from] of [
      [{ said: 'ftp://p' }, '@proxy'],
      [{ settings: { proxy: 'ftp://p', proxiesAll: true } }, '--proxy'],
      [{ settings: { proxy: 'ftp://p' } }, 'req.proxy'],
      [{ settings: { otherProxy: 'ftp://p' } }, 'http.proxy'],
      [{ env: { HTTPS_PROXY: 'ftp://p' } }, 'HTTPS_PROXY'],
    ] as const satisfies readonly (readonly [Case, string])[])
      assert.throws(() => chosen(given), new RegExp(`The proxy of ${from} cannot be used`));
  });
});
