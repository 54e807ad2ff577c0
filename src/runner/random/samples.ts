import type { SampleKind } from '../../language/index.ts';
import * as words from './words.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const day = 86_400_000;

/** The sources for generating samples. */
export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Generates random data of a kind. Addresses are in domains and networks reserved for examples. */
export const sampleOf = (kind: SampleKind, chance: Chance): string => makers[kind](new Draw(chance));

class Draw {
  readonly #chance: Chance;
  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** From `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#chance.random() * (high - low + 1));
  }

  pick(from: readonly string[] | string): string {
    return from[this.int(0, from.length - 1)] ?? '';
  }

  /** Column `n` of a random row such as `DE Germany`; with `toEnd`, all columns from `n`. */
  cell(rows: readonly string[], n: number, toEnd = false): string {
    const cells = this.pick(rows).split(' ');
    return toEnd ? cells.slice(n).join(' ') : (cells[n] ?? '');
  }

  text(length: number, alphabet: string): string {
    return this.many(length, () => this.pick(alphabet)).join('');
  }

  digits(length: number): string {
    return this.text(length, '0123456789');
  }

  many(count: number, make: () => string): string[] {
    return Array.from({ length: count }, make);
  }

  /** A fraction between two numbers, with a number of decimals. */
  decimal(low: number, high: number, decimals: number): string {
    return (low + this.#chance.random() * (high - low)).toFixed(decimals);
  }

  /** A time up to `days` from now; a negative number is in the past. */
  date(days: number): string {
    return new Date(this.#chance.now() + Math.floor(this.#chance.random() * days * day)).toISOString();
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const hex = '0123456789abcdef';

const user = (d: Draw): string => `${d.pick(words.firstNames)}.${d.pick(words.lastNames)}${d.int(1, 99)}`.toLowerCase();
const domain = (d: Draw): string => `${d.pick(words.lastNames).toLowerCase()}.example.${d.pick(words.domainSuffixes)}`;
const fullName = (d: Draw): string => `${d.pick(words.firstNames)} ${d.pick(words.lastNames)}`;
const street = (d: Draw): string => `${d.pick(words.streets)} ${d.pick(words.streetKinds)}`;
// 555-0100 to 555-0199 are reserved for fiction.
const phone = (d: Draw): string => `${d.int(201, 989)}-555-01${d.digits(2)}`;
const sentence = (d: Draw): string => `${capital(d.many(d.int(4, 10), () => d.pick(words.lorem)).join(' '))}.`;
const paragraph = (d: Draw): string => d.many(d.int(3, 5), () => sentence(d)).join(' ');
const fileName = (d: Draw): string => `${d.pick(words.nouns)}_${d.pick(words.lorem)}.${d.cell(words.fileTypes, 0)}`;
const word = (d: Draw): string => d.pick([...words.nouns, ...words.verbs, ...words.adjectives]);

const makers: Readonly<Record<SampleKind, (d: Draw) => string>> = {
  FirstName: (d) => d.pick(words.firstNames),
  LastName: (d) => d.pick(words.lastNames),
  FullName: fullName,
  NamePrefix: (d) => d.pick(words.namePrefixes),
  NameSuffix: (d) => d.pick(words.nameSuffixes),
  UserName: user,
  Email: (d) => `${user(d)}@${domain(d)}`,
  ExampleEmail: (d) => `${user(d)}@example.${d.pick(words.domainSuffixes)}`,
  Password: (d) => d.text(15, `${letters}${letters.toUpperCase()}0123456789_`),
  PhoneNumber: phone,
  PhoneNumberExt: (d) => `${d.int(1, 99)}-${phone(d)}`,
  City: (d) => d.pick(words.cities),
  StreetName: street,
  StreetAddress: (d) => `${d.int(1, 999)} ${street(d)}`,
  Country: (d) => d.cell(words.countries, 1, true),
  CountryCode: (d) => d.cell(words.countries, 0),
  Latitude: (d) => d.decimal(-90, 90, 4),
  Longitude: (d) => d.decimal(-180, 180, 4),
  Url: (d) => `https://${domain(d)}`,
  DomainName: domain,
  DomainWord: (d) => d.pick(words.lastNames).toLowerCase(),
  DomainSuffix: (d) => d.pick(words.domainSuffixes),
  // RFC 5737 and RFC 3849.
  IP: (d) => `${d.pick(['192.0.2', '198.51.100', '203.0.113'])}.${d.int(1, 254)}`,
  IPV6: (d) => `2001:db8:${d.many(6, () => d.text(4, hex)).join(':')}`,
  MACAddress: (d) => `02:${d.many(5, () => d.text(2, hex)).join(':')}`,
  Protocol: (d) => d.pick(['http', 'https']),
  UserAgent: (d) => `Mozilla/5.0 (X11; Linux x86_64; rv:${d.int(90, 140)}.0) Gecko/20100101 Firefox/${d.int(90, 140)}.0`,
  Locale: (d) => d.pick(words.locales),
  Semver: (d) => `${d.int(0, 9)}.${d.int(0, 9)}.${d.int(0, 9)}`,
  Boolean: (d) => d.pick(['true', 'false']),
  AlphaNumeric: (d) => d.pick(`${letters}0123456789`),
  Color: (d) => d.pick(words.colors),
  HexColor: (d) => `#${d.text(6, hex)}`,
  Abbreviation: (d) => d.pick(words.abbreviations),
  JobTitle: (d) => `${d.pick(words.jobLevels)} ${d.pick(words.jobAreas)} ${d.pick(words.jobTypes)}`,
  JobArea: (d) => d.pick(words.jobAreas),
  JobType: (d) => d.pick(words.jobTypes),
  JobDescriptor: (d) => d.pick(words.jobLevels),
  CompanyName: (d) => `${d.pick(words.lastNames)} ${d.pick(words.companySuffixes)}`,
  CompanySuffix: (d) => d.pick(words.companySuffixes),
  Department: (d) => d.pick(words.departments),
  Product: (d) => d.pick(words.products),
  ProductName: (d) => `${d.pick(words.productAdjectives)} ${d.pick(words.materials)} ${d.pick(words.products)}`,
  ProductAdjective: (d) => d.pick(words.productAdjectives),
  ProductMaterial: (d) => d.pick(words.materials),
  Price: (d) => d.decimal(0, 1000, 2),
  CurrencyCode: (d) => d.cell(words.currencies, 0),
  CurrencyName: (d) => d.cell(words.currencies, 2, true),
  CurrencySymbol: (d) => d.cell(words.currencies, 1),
  TransactionType: (d) => d.pick(words.transactions),
  BankAccount: (d) => `${d.int(1, 9)}${d.digits(7)}`,
  BankAccountName: (d) => `${d.pick(words.accounts)} Account`,
  CreditCardMask: (d) => d.digits(4),
  DateFuture: (d) => d.date(365),
  DatePast: (d) => d.date(-365),
  DateRecent: (d) => d.date(-1),
  Weekday: (d) => d.pick(words.weekdays),
  Month: (d) => d.pick(words.months),
  FileName: fileName,
  FileExt: (d) => d.cell(words.fileTypes, 0),
  FileType: (d) => d.cell(words.fileTypes, 1).replace(/\/.*/, ''),
  MimeType: (d) => d.cell(words.fileTypes, 1),
  Noun: (d) => d.pick(words.nouns),
  Verb: (d) => d.pick(words.verbs),
  Adjective: (d) => d.pick(words.adjectives),
  Word: word,
  Words: (d) => d.many(3, () => word(d)).join(' '),
  Phrase: (d) => `${capital(d.pick(words.verbs))} the ${d.pick(words.adjectives)} ${d.pick(words.nouns)}!`,
  LoremWord: (d) => d.pick(words.lorem),
  LoremWords: (d) => d.many(3, () => d.pick(words.lorem)).join(' '),
  LoremSlug: (d) => d.many(3, () => d.pick(words.lorem)).join('-'),
  LoremSentence: sentence,
  LoremSentences: (d) => d.many(d.int(2, 5), () => sentence(d)).join(' '),
  LoremParagraph: paragraph,
  LoremParagraphs: (d) => d.many(3, () => paragraph(d)).join('\n'),
};
