import assert from 'node:assert/strict';
import { authentications } from '../../../src/language/catalog/authCatalog.ts';
import { authSchemeEntry, authSchemes } from '../../../src/language/catalog/authSchemes.ts';
import { directives } from '../../../src/language/catalog/directiveCatalog.ts';
import { directiveTexts } from '../../../src/language/catalog/directiveTexts.ts';
import { headerEntry, headers } from '../../../src/language/catalog/headerCatalog.ts';
import { mediaTypeEntry, mediaTypes } from '../../../src/language/catalog/mediaTypes.ts';
import { methods } from '../../../src/language/catalog/methods.ts';
import { referenceUrl } from '../../../src/language/catalog/reference.ts';
import { statusCodes, statusEntry } from '../../../src/language/catalog/statusCodes.ts';
import { parseTemplate } from '../../../src/language/syntax/template.ts';

const statuses = statusCodes.map(({ code, summary, reference }) => ({ name: String(code), summary, reference }));
const kindsOfAuth = authentications.map(({ kind, summary, reference }) => ({ name: kind, summary, reference }));
const tables = { kindsOfAuth, headers, mediaTypes, authSchemes, methods, statusCodes: statuses };

describe('the catalogues', () => {
  for (const [table, entries] of Object.entries(tables)) {
    it(`have each of ${table} once, with a short text and a reference`, () => {
      const names = entries.map((e) => e.name.toLowerCase());
      assert.deepEqual([...new Set(names)], names);
      for (const e of entries) {
        assert.match(e.summary, /^[^\n]{2,90}[.:]$/, e.name);
        assert.match(e.reference, /^(?:RFC \d{3,4}(?: §\d+(?:\.\d+)*)?|(?!RFC)\S.*)$/, e.name);
      }
    });
  }

  it('have a text for each directive, and no other', () => {
    assert.deepEqual(
      Object.keys(directiveTexts),
      directives.map((d) => d.name),
    );
  });

  it('list headers by name, so that one finds a place for another', () => {
    const names = headers.map((h) => h.name.toLowerCase());
    assert.deepEqual(names, names.toSorted());
  });

  it('find an entry whatever its case', () => {
    assert.equal(headerEntry('content-TYPE')?.name, 'Content-Type');
    assert.equal(mediaTypeEntry('Application/JSON; charset=utf-8')?.name, 'application/json');
    assert.equal(authSchemeEntry('bearer')?.name, 'Bearer');
    assert.equal(statusEntry(404)?.phrase, 'Not Found');
    assert.equal(headerEntry('constructor'), undefined);
    assert.equal(mediaTypeEntry('__proto__'), undefined);
  });

  it('hold values that are sent unchanged: each placeholder in them is one', () => {
    for (const h of headers) {
      if (typeof h.values !== 'object') continue;
      for (const value of Object.keys(h.values)) assert.deepEqual(parseTemplate(value).notPlaceholders, [], value);
    }
    for (const { form } of [...authentications, ...authSchemes]) assert.deepEqual(parseTemplate(form).notPlaceholders, [], form);
  });

  it('have the syntax of each directive', () => {
    for (const d of directives) assert.ok(d.form.startsWith(`# @${d.name}`), d.name);
  });

  it('lead from a reference to its page', () => {
    assert.equal(referenceUrl('RFC 9110 §12.5.1'), 'https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1');
    assert.equal(referenceUrl('RFC 6750'), 'https://www.rfc-editor.org/rfc/rfc6750');
    assert.equal(referenceUrl('WHATWG Fetch'), undefined);
  });
});
