import assert from 'node:assert/strict';
import { mediaName } from '../../../src/panel/model/mediaName.ts';

describe('the short name of a media type', () => {
  for (const [type, name] of [
    ['application/json; charset=utf-8', 'JSON'],
    ['application/problem+json', 'JSON'],
    ['Application/Atom+XML', 'XML'],
    ['text/plain', 'Text'],
    ['image/png', 'PNG'],
    ['image/vnd.microsoft.icon', 'image/vnd.microsoft.icon'],
    ['application/octet-stream; x=y', 'application/octet-stream'],
    ['', ''],
  ] as const)
    it(`of ${type === '' ? 'nothing' : type} is ${name === '' ? 'nothing' : name}`, () => assert.equal(mediaName(type), name));
});
