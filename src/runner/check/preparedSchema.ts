import { normalizedPath, referenceTo, type NodePath } from '../../base/values/nodePath.ts';
import type { Value } from '../../base/values/value.ts';
import type * as schema from '../../schema/index.ts';
import { failed, passed, type RunPattern } from './assertions.ts';
import type { FailurePlace } from '../ports/events.ts';
import type { AssertionResult } from './assertedResponse.ts';
import type { OperatorResult } from './operators.ts';
import { isQuick } from './patternCost.ts';
import { queryLimit, type QueryLimit } from './queryLimit.ts';
import { cutText } from './shownValue.ts';

/** The bundle with the validator, which is loaded when an assertion names a schema. */
export type SchemaModule = typeof schema;

/** Maximum errors in one message. */
const mostShown = 5;

/** Runs synchronous work, which must be repeatable, so that Ctrl+C can end it. The work ends soon after its limit. */
type RunWithin = <T>(limit: QueryLimit, work: (limit: QueryLimit) => T) => Promise<T>;

export interface SchemaFailure {
  readonly text: string;
  readonly places: readonly FailurePlace[];
}

export type SchemaProblems = SchemaFailure | { readonly unchecked: string };

/** A keyword that was applied to a part of a value. */
export interface TracedUse extends Pick<schema.KeywordUse, 'keyword' | 'value' | 'path'> {
  /** Whether the result is the same for another value at this place. */
  readonly isSame: (instance: Value) => boolean;
}

export interface TracedValue {
  readonly conforms: boolean;
  readonly uses: readonly TracedUse[];
}

interface Waiting {
  readonly key: string;
  readonly pattern: RegExp;
  readonly text: string;
}

/** The path of a part of the checked value in the body; undefined if it is elsewhere. Only called for failures. */
export type InBody = (path: NodePath) => NodePath | undefined;

/** A schema of `matchesSchema`, ready for checking values. */
export class PreparedSchema {
  /** Name for messages: the file as written, or `the schema`. */
  readonly #name: string;
  readonly #module: SchemaModule;
  readonly #validator: schema.Validator;
  readonly #shownLocation: (location: string) => string;
  readonly #fileOf: (location: string) => FailurePlace['schema'];
  readonly #timeMs: number;
  readonly #run: RunWithin;
  readonly #patterns = new Map<string, RegExp>();

  constructor(parts: {
    readonly name: string;
    readonly module: SchemaModule;
    readonly validator: schema.Validator;
    readonly shownLocation: (location: string) => string;
    /** The file of a schema; undefined if it is on the line. */
    readonly fileOf: (location: string) => FailurePlace['schema'];
    readonly timeMs: number;
    readonly run: RunWithin;
  }) {
    this.#name = parts.name;
    this.#module = parts.module;
    this.#validator = parts.validator;
    this.#shownLocation = parts.shownLocation;
    this.#fileOf = parts.fileOf;
    this.#timeMs = parts.timeMs;
    this.#run = parts.run;
  }

  /**
   * Checks a value. Patterns that may be slow run in a thread that can be killed.
   * @param left the assertion's left side, with which the paths in messages begin
   * @param inBody returns the place in the body; undefined if it is elsewhere
   * @throws {ReqError} `cancelled`
   */
  async check(value: Value, left: string, negated: boolean, runPattern: RunPattern, inBody?: InBody): Promise<AssertionResult> {
    const known = new Map<string, boolean>();
    const limit = queryLimit(this.#timeMs);
    for (;;) {
      let waiting: Waiting[] = [];
      const slow = (one: Waiting): boolean => {
        const found = known.get(one.key);
        if (found === undefined) waiting.push(one);
        return found ?? true;
      };
      const look = await this.#run(limit, (within) => {
        waiting = [];
        return this.#look(value, within, slow);
      });
      if (typeof look === 'string') return failed(look);
      if (waiting.length === 0) return this.#result(look, left, negated, inBody);
      for (const { key, pattern, text } of waiting) {
        if (known.has(key)) continue;
        const answer = limit.isOver() ? { kind: 'late' as const, timeMs: this.#timeMs } : await runPattern(pattern, text);
        if (answer.kind !== 'done')
          return failed(`the pattern ${cutText(pattern.source)} of ${this.#name} was stopped: avoid a repetition inside a repetition`);
        known.set(key, answer.found);
      }
    }
  }

  /** Checks a value of an event synchronously. */
  evaluate(value: Value, left: string): OperatorResult & { readonly why?: (event: number) => SchemaFailure } {
    let slow: RegExp | undefined;
    const look = this.#look(value, queryLimit(this.#timeMs), ({ pattern }) => {
      slow ??= pattern;
      return true;
    });
    if (typeof look === 'string') return { kind: 'unfit', message: look, isLimit: true };
    if (slow !== undefined)
      return {
        kind: 'unfit',
        isLimit: true,
        message: `the pattern ${cutText(slow.source)} of ${this.#name} may be too slow for each event: avoid repeated groups`,
      };
    return {
      kind: 'evaluated',
      holds: look.length === 0,
      wanted: () => `to conform to ${this.#name} (${this.#errorsText(look, left)})`,
      why: (event) => ({
        text: this.#errorsText(look, left),
        places: look.slice(0, mostShown).map((error) => this.#placeOf(error, left, undefined, event)),
      }),
    };
  }

  /**
   * The errors of a value; undefined if it conforms. `unchecked`: why it could not be checked.
   * @throws {ReqError} `cancelled`
   */
  async problems(value: Value, left: string, runPattern: RunPattern, inBody?: InBody): Promise<SchemaProblems | undefined> {
    const { passed: conforms, message, places = [] } = await this.check(value, left, false, runPattern, inBody);
    if (conforms) return undefined;
    const lead = `does not conform to ${this.#name}: `;
    return message?.startsWith(lead) === true ? { text: message.slice(lead.length), places } : { unchecked: message ?? '' };
  }

  /** Checks a value synchronously and returns the applied keywords; undefined if that is not possible. */
  trace(value: Value): TracedValue | undefined {
    const uses: TracedUse[] = [];
    let isSlow = false;
    const look = this.#look(
      value,
      queryLimit(this.#timeMs),
      () => (isSlow = true),
      ({ keyword, value: of, path, holds, holdsFor }) =>
        uses.push({
          keyword,
          value: of,
          path,
          isSame(instance) {
            isSlow = false;
            return holdsFor(instance) === holds && !isSlow;
          },
        }),
    );
    return typeof look === 'string' || isSlow ? undefined : { conforms: look.length === 0, uses };
  }

  #look(
    value: Value,
    limit: QueryLimit,
    slow: (one: Waiting) => boolean,
    used?: (use: schema.KeywordUse) => void,
  ): readonly schema.SchemaError[] | string {
    const { SchemaProblem } = this.#module;
    try {
      return this.#validator.validate(value, {
        formats: true,
        ...(used === undefined ? {} : { used }),
        goOn: () => {
          if (limit.isOver()) throw new SchemaProblem(`checking takes longer than ${this.#timeMs / 1000} s`);
        },
        test: (written, text) => {
          const pattern = this.#pattern(written);
          return isQuick(pattern, text.length) ? pattern.test(text) : slow({ key: `${written}\0${text}`, pattern, text });
        },
      });
    } catch (e) {
      if (e instanceof SchemaProblem) return `${this.#name} cannot be used: ${e.message}`;
      throw e;
    }
  }

  #pattern(written: string): RegExp {
    const known = this.#patterns.get(written);
    if (known !== undefined) return known;
    let made: RegExp;
    try {
      made = new RegExp(written, 'u');
    } catch {
      try {
        made = new RegExp(written);
      } catch {
        throw new this.#module.SchemaProblem(`${cutText(written)} is not a regular expression`);
      }
    }
    this.#patterns.set(written, made);
    return made;
  }

  #result(errors: readonly schema.SchemaError[], left: string, negated: boolean, inBody: InBody | undefined): AssertionResult {
    if ((errors.length === 0) !== negated) return passed;
    if (negated) return failed(`${left} conforms to ${this.#name}, and must not`);
    const places = errors.slice(0, mostShown).map((error) => this.#placeOf(error, left, inBody));
    return { ...failed(`does not conform to ${this.#name}: ${this.#errorsText(errors, left)}`), places };
  }

  #placeOf({ path, location }: schema.SchemaError, left: string, inBody: InBody | undefined, event?: number): FailurePlace {
    const file = this.#fileOf(location);
    const place = inBody?.(path);
    return {
      path: cutText(referenceTo(left, path)),
      ...(place === undefined ? {} : { inBody: normalizedPath(place) }),
      ...(event === undefined ? {} : { event }),
      location: cutText(this.#shownLocation(location)),
      ...(file === undefined ? {} : { schema: file }),
    };
  }

  #errorsText(errors: readonly schema.SchemaError[], left: string): string {
    const lines = errors
      .slice(0, mostShown)
      .map(({ path, location, message }) => `${cutText(referenceTo(left, path))} ${message} (${cutText(this.#shownLocation(location))})`);
    return [...lines, ...(errors.length > mostShown ? ['and more'] : [])].join('; ');
  }
}
