import assert from 'node:assert/strict';
import { imported, parsed } from '../../support/imported.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { listRequests } from '../../../src/language/index.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const postman = (item: readonly object[]): string => JSON.stringify({ info: { name: 'Shop', schema }, item });
const request = (name: string, raw: string): object => ({
  name,
  request: { method: 'post', url: 'http://h/', body: { mode: 'raw', raw } },
});

describe('the import of a large collection', () => {
  it('writes several files where one would be too long, in their order', () => {
    const body = `[\n${'1,\n'.repeat(60)}1\n]`;
    const items = Array.from({ length: 100 }, (_, i) => request(`r${i}`, body));
    const { files, whole } = imported('postman', [{ path: 'c.json', text: postman([...items, { name: 'Inner', item: items }]) }]);
    assert.equal(whole, 200);
    assert.deepEqual(
      files.map((f) => f.path),
      ['collection', 'Shop', 'Shop-2', 'Shop-3', 'Shop-4', 'Inner/Inner', 'Inner/Inner-2', 'Inner/Inner-3', 'Inner/Inner-4', 'Inner/folder']
        .map((path) => `${path}.req`)
        .toSorted((a, b) => files.findIndex((f) => f.path === a) - files.findIndex((f) => f.path === b)),
    );
    assert.ok(files.every((f) => f.text.split('\n').length <= 2200));
    assert.match(files[0]?.text ?? '', /# @order Shop\n# @order Shop-2\n# @order Shop-3\n# @order Shop-4\n# @order Inner\n/);
    const names = files.filter((f) => f.path.startsWith('Shop')).flatMap((f) => listRequests(parsed(f)).map((r) => r.title));
    assert.deepEqual(
      names,
      items.map((_, i) => `r${i}`),
    );
  });

  it('reports that invalid characters are replaced', () => {
    const { files, notes } = imported('postman', [{ path: 'c.json', text: postman([request('a', 'x\ufdd0y')]) }]);
    assert.ok(files.some((f) => f.text.includes('x\ufffdy')));
    assert.deepEqual(
      notes.map((n) => [n.file, n.level, /U\+FDD0/.test(n.message)]),
      [['c.json', 'warning', true]],
    );
  });

  const blanks = (n: number): string => `a${' '.repeat(n)}b`;
  const scripted = (source: string): string =>
    postman([{ name: 'r', event: [{ listen: 'test', script: { exec: [source] } }], request: { method: 'GET', url: 'http://h/' } }]);
  const bruno = (value: string): string =>
    `meta {\n  name: r\n}\n\npost {\n  url: http://h\n  body: form-urlencoded\n}\n\nbody:form-urlencoded {\n  f: ${value}\n}\n`;

  it('takes time that is linear in the length of blanks within a script', () => {
    growsLinearly(blanks, (text) => void imported('postman', [{ path: 'c.json', text: scripted(text) }]), 1);
  });

  it('takes time that is linear in the length of blanks within a field of Bruno', () => {
    growsLinearly(blanks, (text) => void imported('bruno', [{ path: 'r.bru', text: bruno(text) }]), 1);
  });
});
