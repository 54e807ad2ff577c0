import assert from 'node:assert/strict';
import { formatXml } from '../../src/base/text/xmlFormat.ts';

describe('formatXml', () => {
  it('lays elements out in lines', () => {
    assert.equal(
      formatXml('<?xml version="1.0"?><a><b x="1"/><c><d>t</d></c></a>'),
      '<?xml version="1.0"?>\n<a>\n  <b x="1"/>\n  <c>\n    <d>t</d>\n  </c>\n</a>',
    );
  });

  it('keeps text, mixed content, empty elements, comments and CDATA unchanged', () => {
    const text = '<p> one <b>two</b>\n three </p>';
    assert.equal(formatXml(text), text);
    assert.equal(
      formatXml('<a><b>  </b><!-- c  d --><e><![CDATA[ <x> ]]></e></a>'),
      '<a>\n  <b>  </b>\n  <!-- c  d -->\n  <e><![CDATA[ <x> ]]></e>\n</a>',
    );
  });

  it('keeps attributes with > and quotes, entities, namespaces and doctypes', () => {
    const text = '<!DOCTYPE a [<!ENTITY e "x">]>\n<n:a q="a > b" r=\'"\'>\n  <b>&e; &#10;</b>\n</n:a>';
    assert.equal(formatXml(text), text);
  });

  it('is idempotent', () => {
    const once = formatXml('<a>\n\n\n<b><c/><c/></b>\t<d/></a>');
    assert.equal(formatXml(once), once);
  });

  for (const text of ['<a><b></a></b>', '<a', '</a>', '<a>', 'no xml <', '<a b="></a>']) {
    it(`returns text that is not well-formed unchanged: ${text}`, () => assert.equal(formatXml(text), text));
  }

  it('supports nesting of any depth', () => {
    const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
    assert.equal(formatXml(deep).replace(/\s/g, ''), deep);
  });
});
