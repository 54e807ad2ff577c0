import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { bundleFile, bundleOf, compareTranslation, readSource, readTexts, readTranslations } from '../scripts/l10n.mjs';
import { counted, showClock, showCount, showDate, showDateTime, t, useTexts } from '../src/base/l10n.ts';

const problemsOf = async (source: string): Promise<readonly string[]> => (await readSource('a.tsx', source)).problems;

describe('the texts for translators', () => {
  it('are those of the code (else: node scripts/l10n.mjs), and nothing is said in English alone', async () => {
    const { texts, problems } = await readTexts();
    assert.deepEqual(problems, []);
    assert.equal(fs.readFileSync(path.resolve(import.meta.dirname, '..', bundleFile), 'utf8'), bundleOf(texts));
  });

  it('are found at their places, also both of a plural', async () => {
    const { texts } = await readSource('a.ts', "const f = () => t('Go to {0}', a) + counted(n, '{0} line', '{0} lines');");
    assert.deepEqual(texts, ['Go to {0}', '{0} line', '{0} lines']);
  });

  it('must be literals with a value for each place, and requested when they are needed', async () => {
    assert.deepEqual(await problemsOf("const f = () => t('Go to {0}', a);"), []);
    assert.match(String(await problemsOf('const f = () => t(`Go to ${a}`);')), /no literal/);
    assert.match(String(await problemsOf("const f = () => t('{0} of {1}', a);")), /no value/);
    assert.match(String(await problemsOf("const f = t('Go');")), /when the module is read/);
  });

  it('are missed where an element, a title or a message is plain English', async () => {
    assert.deepEqual(await problemsOf("const f = () => <p title={t('Go')}>1 <Icon /></p>;"), []);
    for (const said of ['<p>Nothing</p>', '<p>{a ? t("Go") : `${n} lines`}</p>', '<b title="Go" />', '({ label: "Go" })'])
      assert.match(String(await problemsOf(`const f = () => ${said};`)), /English alone/, said);
  });
});

/** Texts that are the same in a language. Add a text here only if it needs no translation. */
const same: Readonly<Record<string, string>> = {
  'l10n/bundle.l10n.de.json':
    'Assertions|Audio|Body|Bytes|Code|Code, {0}|Download|Filter|Hex|Live|Markdown|Name|Name in {0}|Name {0}|Proxy|Reasoning|Status|Tests|Text|URL {0}|Variable|Video',
};

describe('the translations', () => {
  const translations = readTranslations();

  it('include German, for the code and for the manifest', () => {
    assert.deepEqual(
      translations.map(({ file }) => file),
      ['package.nls.de.json', 'l10n/bundle.l10n.de.json'],
    );
  });

  for (const { file, missing, stale, changed, same: unchanged } of translations) {
    it(`have each English text and no other: ${file} (node scripts/l10n.mjs lists them)`, () => {
      assert.deepEqual({ missing, stale }, { missing: [], stale: [] });
    });

    it(`keep placeholders, code, links and icons: ${file}`, () => assert.deepEqual(changed, []));

    it(`leave no text in English but those that are the same: ${file}`, () => {
      assert.deepEqual(unchanged, same[file]?.split('|') ?? []);
    });
  }

  it('are compared text by text', () => {
    const english = [
      ['{0} of {1}', '{0} of {1}'],
      ['a', 'Open [it](command:req.import)'],
      ['b', 'Write `$id`'],
      ['c', 'Tests'],
    ] as const;
    const german = { '{0} of {1}': '{1}: {0}', a: '[Öffnen](command:req.export)', c: 'Tests', d: '' };
    assert.deepEqual(compareTranslation(english, german), { missing: ['b'], stale: ['d'], changed: ['a'], same: ['c'] });
    assert.deepEqual(compareTranslation([['{0} of {1}', '{0} of {1}']], { '{0} of {1}': 'von {0}' }).changed, ['{0} of {1}']);
  });
});

describe('a text', () => {
  afterEach(() => useTexts({}));

  it('is translated, and in English if there is no translation', () => {
    useTexts({ 'Go to {0}': 'Geh zu {0}' });
    assert.equal(t('Go to {0}', 'a.req:1'), 'Geh zu a.req:1');
    assert.equal(t('Send'), 'Send');
  });

  it('accepts values in any order, and reads none of them as a text', () => {
    useTexts({ '{0} of {1}': 'von {1}: {0}' });
    assert.equal(t('{0} of {1}', '{1}', 'b{0}'), 'von b{0}: {1}');
    assert.equal(t('{{name}} and {2}', 1), '{{name}} and {2}');
  });

  it('has a form for one and a form for more', () => {
    useTexts({ '{0} lines': '{0} Zeilen' });
    assert.equal(counted(1, '{0} line', '{0} lines'), '1 line');
    assert.equal(counted(1_234_567, '{0} line', '{0} lines'), '1,234,567 Zeilen');
  });

  it('shows dates, times and large numbers as its language does', () => {
    const time = new Date(2026, 10, 26, 18, 4, 5).getTime();
    useTexts({}, 'de');
    assert.equal(showCount(1_234_567), '1\u202F234\u202F567');
    assert.equal(showClock(time), '18:04:05');
    assert.equal(showDateTime(time), '26.11.2026, 18:04:05');
    assert.equal(showDate(time, { weekday: 'long' }), 'Donnerstag');
    useTexts({});
    assert.equal(showClock(time), new Date(time).toLocaleTimeString());
  });
});
