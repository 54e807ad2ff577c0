import assert from 'node:assert/strict';
import { subjects } from '../../../src/language/catalog/assertionCatalog.ts';
import { subjectTexts } from '../../../src/language/catalog/assertionTexts.ts';
import { inspect } from '../../support/inspect.ts';

describe('the hover of the left side of an assertion', () => {
  for (const { name, form } of subjects)
    it(`describes ${name}`, async () => {
      const line = `?? ${form} ${name === 'response' ? 'conforms' : 'exists'}`;
      for (const at of [4, line.indexOf(form) + form.length - 1]) {
        const found = await inspect(`GET http://h\n${line.slice(0, at)}|${line.slice(at)}`, {});
        assert.ok(found.hover()?.includes(subjectTexts[name] ?? '-'), line);
      }
    });
});
