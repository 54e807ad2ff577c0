import { maskText } from '../../../base/masks/mask.ts';
import type { Range } from '../../../base/text/text.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { HostPiece } from '../request/url/hostPiece.ts';
import type { Evaluation } from './evaluation.ts';
import { mapStrings } from '../values/mapStrings.ts';

/** Stand-in for a text that each send generates, such as a UUID. */
const generatedText = '‹new at each send›';
/** Stand-in for digits that each send generates. */
const generatedNumber = '‹new number at each send›';

/** The stand-in for a generated value, by another value of the same kind. */
export const standInFor = (value: string): string => (/^-?\d+$/.test(value) ? generatedNumber : generatedText);

/** Stand-in for a value that the user enters when sending. */
export const askedWhenSending = '‹asked when sending›';

export const fromEnvironment = '‹from the process environment›';
export const fromDotenv = '‹from .env›';
/** Stand-in for a value that a request of `@ref` provides. */
export const fromSentFirst = '‹from a request sent first›';

const standIns = [generatedText, generatedNumber, askedWhenSending, fromEnvironment, fromDotenv, maskText, fromSentFirst];

/** Whether a text contains a stand-in for a value of any kind, so that its meaning is only known when sending. */
export const onlyKnownWhenSent = (text: string): boolean => standIns.some((s) => s !== generatedText && text.includes(s));

/** Whether a text contains any stand-in, including a mask, so it is not the text that will be sent. */
export const mentionsStandIn = (text: string): boolean => standIns.some((standIn) => text.includes(standIn));

/** Whether a text contains a stand-in for a value that only exists when sending. A mask is not such a stand-in. */
export const holdsStandIn = (text: string): boolean => standIns.some((standIn) => standIn !== maskText && text.includes(standIn));

export const beginsWithStandIn = (text: string): boolean => standIns.some((standIn) => text.startsWith(standIn));

/** An evaluation with other values for some placeholders, also where definitions compose the host of a URL. */
export function withValues(evaluation: Evaluation, replace: (value: Value, p: Placeholder) => Value): Evaluation {
  return {
    ...evaluation,
    placeholder(p, inString, before, owner) {
      const result = evaluation.placeholder(p, inString, before, owner);
      return result.ok ? { ok: true, value: replace(result.value, p) } : result;
    },
    hostPieces: (p) => evaluation.hostPieces(p)?.map((piece) => withValue(piece, (text) => valueToText(replace(text, p)))),
  };
}

const withValue = (piece: HostPiece, replace: (text: string) => string): HostPiece =>
  piece.kind === 'inserted' ? { ...piece, value: replace(piece.value) } : piece;

/** Numbers that no file contains, one for each stand-in. They are valid as a host, as a port (because of the zeros) and in a path. */
const numbers = standIns.map((_, i) => `${'0'.repeat(23)}${i + 1}`);
/** JSON allows no leading zeros. */
const jsonNumbers = standIns.map((_, i) => `1${'0'.repeat(22)}${i + 1}`);

/** Numbers for a prompted value and for a secret, which a run inserts in place of the user's. `restoreStandIns` replaces them. */
export const standInNumbers = {
  inUrl: { asked: numberOf(numbers, askedWhenSending), secret: numberOf(numbers, maskText) },
  inJson: { asked: numberOf(jsonNumbers, askedWhenSending), secret: numberOf(jsonNumbers, maskText) },
};

function numberOf(all: readonly string[], standIn: string): string {
  return all[standIns.indexOf(standIn)] ?? '';
}

/** Puts the stand-ins for numbers back into a text. */
export const restoreStandIns = (text: string): string => replaceEach(replaceEach(text, jsonNumbers, standIns), numbers, standIns);

/** Replaces a stand-in that is the scheme of a URL: `http` in mixed case, which authors do not write. */
const schemes = standIns.map((_, i) => Array.from('http', (c, at) => (((i + 2) >> at) % 2 === 1 ? c.toUpperCase() : c)).join(''));

/** A preview's evaluation that resolves to texts with numbers instead of stand-ins. */
export interface NumberedStandIns {
  readonly evaluation: Evaluation;
  /** Puts the stand-ins back into a text. */
  readonly shown: (text: string) => string;
}

/**
 * Replaces the stand-ins of a preview by numbers while a request is resolved, because the rules for URLs, headers and bodies would encode
 * or reject a stand-in.
 * @param text the file
 * @param body the range of the request's body
 */
export function numberedStandIns(evaluation: Evaluation, text: string, body: Range | undefined): NumberedStandIns {
  const isInBody = ({ range }: Placeholder): boolean => body !== undefined && body.start <= range.start && range.end <= body.end;
  const isScheme = ({ range }: Placeholder): boolean => text.startsWith('://', range.end);
  const numbered = (value: string, p: Placeholder): string =>
    replaceEach(value, standIns, isInBody(p) ? jsonNumbers : isScheme(p) ? schemes : numbers);
  return {
    evaluation: withValues(evaluation, (value, p) =>
      mentionsStandIn(valueToText(value)) ? mapStrings(value, (part) => numbered(part, p)) : value,
    ),
    shown: (made) => replaceEach(restoreStandIns(made), prefixes(schemes), prefixes(standIns)),
  };
}

const prefixes = (all: readonly string[]): readonly string[] => all.map((scheme) => `${scheme}://`);

const replaceEach = (text: string, from: readonly string[], to: readonly string[]): string =>
  from.reduce((replaced, what, i) => replaced.replaceAll(what, to[i] ?? ''), text);
