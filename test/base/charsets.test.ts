import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { decodeText, encodingOf } from '../../src/base/text/charsets.ts';

/**
 * Start of the SHA-256 of all 256 bytes decoded by each legacy single-byte encoding, computed from the indexes at encoding.spec.whatwg.org.
 */
const digests: Readonly<Record<string, string>> = {
  ibm866: '3c8cc5cb485f93d2',
  'iso-8859-2': 'a5871b0f978b840b',
  'iso-8859-3': 'e83895f2b7d7b82b',
  'iso-8859-4': '449076e20ebf45eb',
  'iso-8859-5': '9f31ddc0f7444afa',
  'iso-8859-6': 'beba4e6cf97dce83',
  'iso-8859-7': '71069977a6798ab7',
  'iso-8859-8': 'b43535e7aaeb7bcf',
  'iso-8859-8-i': 'b43535e7aaeb7bcf',
  'iso-8859-10': '282514fbd01219c4',
  'iso-8859-13': '4426f6d2f1b025cd',
  'iso-8859-14': 'f03afb7e01e66cac',
  'iso-8859-15': '9b58b26dbd8fbff2',
  'iso-8859-16': '2de1faef4dc524c9',
  'koi8-r': 'fb0243455e64ef70',
  'koi8-u': '896c218aaf12ca1b',
  macintosh: '54112bce885d7b1a',
  'windows-874': '6a2c7940c3d68216',
  'windows-1250': '03772ed2e875bd12',
  'windows-1251': 'b16600cf4e6d1a2d',
  'windows-1252': 'cc916e51644a12e8',
  'windows-1253': 'e4570135cbc6e3d5',
  'windows-1254': '4a8e99647c3e28e6',
  'windows-1255': '870c5c5e687fabcd',
  'windows-1256': '6f6e8626197b1b6b',
  'windows-1257': 'd19a4e888879e36a',
  'windows-1258': 'e79b48db126bc71d',
  'x-mac-cyrillic': '784db55e1c90195e',
  'x-user-defined': 'fb4341fe90799717',
};

const all = Uint8Array.from({ length: 256 }, (_, i) => i);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('a legacy charset', () => {
  for (const [encoding, digest] of Object.entries(digests))
    it(`is decoded as in WHATWG Encoding: ${encoding}`, () => {
      assert.equal(encodingOf(encoding), encoding);
      assert.equal(digestOf(decodeText(all, encoding)), digest);
    });

  it('is windows-1252 for its many labels, with its signs at 80 to 9F', () => {
    for (const label of ['latin1', 'ISO-8859-1', 'us-ascii', 'ascii', ' cp1252\n', 'l1', 'x-cp1252', 'iso_8859-1:1987'])
      assert.equal(decodeText(Uint8Array.of(0x80, 0x93, 0x94, 0x81, 0xe9), encodingOf(label) ?? ''), '€“”\u0081é', label);
  });

  it('is decoded whole where the body is long', () => {
    const bytes = Uint8Array.from({ length: 100_003 }, (_, i) => (i % 2 === 0 ? 0x80 : 0x41));
    assert.equal(decodeText(bytes, 'windows-1252'), '€A'.repeat(50_001) + '€');
    assert.equal(decodeText(new Uint8Array(), 'windows-1252'), '');
  });

  it('is none where the standard names none', () => {
    for (const label of ['', 'klingon', 'replacement', 'utf-32']) assert.equal(encodingOf(label), undefined, label);
  });
});
