import assert from 'node:assert/strict';
import { describe as describeRequest } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, settings, type RequestParts } from '../../support/exchange.ts';

const usual = ['host', 'user-agent', 'accept-encoding', 'connection'];

describe('headers that Req adds', () => {
  const cases: readonly (readonly [title: string, RequestParts, added: readonly string[]])[] = [
    ['a GET', {}, usual],
    ['a method of one’s own without a body', { method: 'QUERY' }, usual],
    ['a method of one’s own with one', { method: 'QUERY', body: 'x' }, [...usual, 'content-length']],
    ['a POST without a body', { method: 'POST' }, [...usual, 'content-length']],
    ['HTTP/1.0', { httpVersion: '1.0' }, ['host', 'user-agent', 'accept-encoding']],
    ['HTTP/2', { httpVersion: '2', body: 'x' }, [':authority', 'user-agent', 'accept-encoding', 'content-length']],
    ['HTTP/2 with a host', { httpVersion: '2', headers: [['Host', 'h']] }, ['user-agent', 'accept-encoding']],
    ['those that the author writes', { headers: usual.map((name) => [name.toUpperCase(), 'mine']) }, []],
    ['those that the author takes out', { headers: usual.map((name) => [name, '']) }, []],
    ['chunks', { method: 'POST', body: 'x', headers: [['Transfer-Encoding', 'chunked']] }, usual],
    ['chunks that are taken out', { method: 'POST', body: 'x', headers: [['Transfer-Encoding', '']] }, [...usual, 'content-length']],
    ['a length of the author', { method: 'POST', body: 'x', headers: [['content-length', '1']] }, usual],
    ['a length that is taken out', { method: 'POST', headers: [['Content-Length', ' ']] }, usual],
    ['an empty Accept, which is sent', { headers: [['Accept', '']] }, usual],
  ];
  for (const [title, parts, added] of cases) {
    it(`to ${title} are ${added.length === 0 ? 'none' : added.join(', ')}`, async () => {
      const sent = await describeRequest(resolved('http://h.example/', parts), settings);
      assert.deepEqual(sent.added, added);
      const names = sent.headers.map(([name]) => name.toLowerCase());
      const written = (parts.headers ?? []).filter(([name, value]) => value.trim() !== '' || name === 'Accept');
      assert.deepEqual(
        names.filter((name) => !added.includes(name)),
        parts.httpVersion === '2' && written.length > 0 ? [':authority'] : written.map(([name]) => name.toLowerCase()),
      );
    });
  }
});
