import assert from 'node:assert/strict';
import { sfc32 } from '../../../src/base/sfc32.ts';
import { sampleKinds, type SampleKind } from '../../../src/language/semantics/variables/dynamics/sampleKinds.ts';
import { sampleOf } from '../../../src/runner/random/samples.ts';
import { uuidFrom } from '../../../src/runner/random/uuidFrom.ts';

const now = Date.UTC(2026, 0, 2);
const made = (kind: SampleKind, count = 200): readonly string[] => {
  const chance = { random: sfc32([1, 2, 3, 4]), now: () => now };
  return Array.from({ length: count }, () => sampleOf(kind, chance));
};

const forms: Partial<Record<SampleKind, RegExp>> = {
  FirstName: /^\p{Lu}\p{L}+$/u,
  FullName: /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u,
  // Reserved for examples.
  Email: /^[a-z]+\.[a-z]+\d+@[a-z]+\.example\.(?:com|net|org)$/,
  ExampleEmail: /@example\.(?:com|net|org)$/,
  Url: /^https:\/\/[a-z]+\.example\.(?:com|net|org)$/,
  DomainName: /^[a-z]+\.example\.(?:com|net|org)$/,
  IP: /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/,
  IPV6: /^2001:db8(?::[\da-f]{4}){6}$/,
  PhoneNumber: /^\d{3}-555-01\d\d$/,
  MACAddress: /^02(?::[\da-f]{2}){5}$/,
  Boolean: /^(?:true|false)$/,
  Country: /^\p{Lu}[\p{L} ]+$/u,
  CountryCode: /^[A-Z]{2}$/,
  CurrencyCode: /^[A-Z]{3}$/,
  CurrencyName: /^\p{Lu}[\p{L} ]+$/u,
  Latitude: /^-?[\d.]+$/,
  HexColor: /^#[\da-f]{6}$/,
  MimeType: /^[a-z]+\/[\w+]+$/,
  Price: /^\d+\.\d\d$/,
};

describe('random data', () => {
  it('has no empty and no broken text, and more than one value of each kind', () => {
    for (const kind of sampleKinds) {
      const all = made(kind);
      for (const text of all) assert.ok(text.trim() === text && text !== '' && !/undefined|NaN/.test(text), `${kind}: ${text}`);
      assert.ok(new Set(all).size > 1, kind);
    }
  });

  for (const [kind, form] of Object.entries(forms))
    it(`${kind} has its form`, () => {
      for (const text of made(kind as SampleKind)) assert.match(text, form);
    });

  it('has dates before and after now', () => {
    for (const text of made('DatePast')) assert.ok(Date.parse(text) <= now);
    for (const text of made('DateFuture')) assert.ok(Date.parse(text) >= now);
  });

  it('has UUIDs of version 4', () => {
    const random = sfc32([5, 6, 7, 8]);
    for (let i = 0; i < 100; i++) assert.match(uuidFrom(random), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
