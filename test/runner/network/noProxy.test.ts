import assert from 'node:assert/strict';
import { isExempt, isLoopback, noProxyEntries } from '../../../src/runner/http/connect/noProxy.ts';

describe('NO_PROXY', () => {
  for (const [entries, host, port, exempt] of [
    ['', 'example.com', 443, false],
    ['*', 'example.com', 443, true],
    ['example.com', 'example.com', 443, true],
    ['example.com', 'API.Example.Com', 443, true],
    ['example.com', 'notexample.com', 443, false],
    ['example.com', 'example.com.evil', 443, false],
    ['.example.com', 'example.com', 443, true],
    ['*.example.com', 'api.example.com', 443, true],
    ['example.com.', 'example.com', 443, true],
    ['example.com', 'example.com.', 443, true],
    ['a.com, b.com', 'b.com', 443, true],
    ['a.com b.com', 'b.com', 443, true],
    ['example.com:8080', 'example.com', 8080, true],
    ['example.com:8080', 'example.com', 443, false],
    ['192.168.0.0/16', '192.168.7.7', 80, true],
    ['192.168.0.0/16', '192.169.0.1', 80, false],
    ['10.0.0.1', '10.0.0.1', 80, true],
    ['10.0.0.1', '10.0.0.11', 80, false],
    ['10.0.0.1:81', '10.0.0.1', 80, false],
    ['10.0.0.0/99', '10.0.0.1', 80, false],
    ['10.0.0.0/x', '10.0.0.1', 80, false],
    ['fe80::/10', 'fe80::1', 80, true],
    ['[::2]', '::2', 80, true],
    ['[::2]:81', '::2', 80, false],
    ['::2', '::2', 80, true],
    ['[::2]/128', '::2', 80, true],
    ['[::2]/128', '::3', 80, false],
    ['[fe80::]/10', 'fe80::1', 80, true],
    ['[fe80::/10]', 'fe80::1', 80, true],
    ['[fe80::]/10:81', 'fe80::1', 80, false],
    ['[fe80::]/10:81', 'fe80::1', 81, true],
    ['[fe80::/10]/10', 'fe80::1', 80, false],
    ['fe80::/10', '10.0.0.1', 80, false],
    ['0.0.1', '10.0.0.1', 80, false],
    ['.', 'example.com', 80, false],
  ] as const) {
    it(`${JSON.stringify(entries)} ${exempt ? 'exempts' : 'does not exempt'} ${host}:${port}`, () =>
      assert.equal(isExempt(noProxyEntries(entries), host, port), exempt));
  }

  it('is not used for this machine, by any of its names', () => {
    for (const host of ['localhost', 'api.localhost', 'LOCALHOST.', '127.0.0.1', '127.1.2.3', '::1', '::ffff:7f00:1'])
      assert.equal(isLoopback(host), true, host);
    for (const host of ['localhost.example', 'notlocalhost', '128.0.0.1', '::2', '10.0.0.1']) assert.equal(isLoopback(host), false, host);
  });
});
