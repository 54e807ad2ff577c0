import { parseJson } from '../../../base/json/json.ts';
import { valueToJson, valueToText, type Value } from '../../../base/values/value.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { HostPiece } from '../request/url/hostPiece.ts';
import { HostPieces, piecesFor, piecesOf, type Composing } from '../request/url/hostPieces.ts';
import { templateOf } from '../request/requestSource.ts';
import { fillJsonTemplate } from '../values/jsonTemplate.ts';
import { broughtToRead, measureOf, tooLong, tooMuch } from '../values/valueLimits.ts';
import type { Evaluated } from '../values/valuePath.ts';
import * as problems from './placeholderProblems.ts';
import type { Scope } from './scope.ts';
import { attempt, fitting, fittingInside, refuse, Unresolved } from './unresolved.ts';
import { whereOf, type Variable } from './variables.ts';
import { mapStrings } from '../values/mapStrings.ts';

const isJsonLike = (text: string): boolean => /^(?:\[|\{(?!\{))/.test(text);

interface DefinitionSource {
  readonly scope: Scope;
  readonly variable: (v: Variable) => Evaluated;
  /** Whether a value is a stand-in of a preview. */
  readonly isStandIn: (value: Value) => boolean;
  /** @throws Unresolved if the placeholder has no value */
  readonly placeholder: (p: Placeholder, inString: boolean, owner: Variable) => Value;
}

export class DefinitionContent {
  readonly #source: DefinitionSource;
  readonly #composing: Composing;
  /** Index of the next dynamic value in the current definition. */
  #place = 0;
  /** The pieces of the last filled text. */
  #composed: readonly HostPiece[] | undefined;

  constructor(source: DefinitionSource) {
    this.#source = source;
    const { scope, variable } = source;
    this.#composing = { scope, variable, piecesIn: (text, owner) => this.#piecesIn(text, owner) };
  }

  /** Evaluates a variable, with the pieces of its text. The variables that it names must have their values. */
  evaluate(v: Variable): Evaluated {
    this.#place = 0;
    this.#composed = undefined;
    const found = attempt(() => this.#contentOf(v));
    return found.ok && this.#composed !== undefined ? { ...found, pieces: this.#composed } : found;
  }

  /** The index of a dynamic value in the current definition, which identifies it within a send. */
  nextPlace(): number {
    return this.#place++;
  }

  hostPieces(p: Placeholder): readonly HostPiece[] | undefined {
    return piecesOf(this.#composing, p);
  }

  #contentOf(v: Variable): Value {
    const { content } = v;
    switch (content.kind) {
      case 'data':
        return content.value;
      case 'json': {
        const value = mapStrings(content.value, (text) => {
          const filled = this.#fill(text, v);
          measureOf(filled);
          return filled;
        });
        if (value !== content.value) refuse(tooMuch(measureOf(value)), v);
        return value;
      }
      case 'text':
        return isJsonLike(content.text) ? (this.#filledJson(content.text, v) ?? this.#fill(content.text, v)) : this.#fill(content.text, v);
    }
  }

  /** Fills a template. A template that is a single placeholder keeps the type of its value. */
  #fill(text: string, owner: Variable): Value {
    this.#composed = undefined;
    if (!text.includes('{{') && !text.includes('\\{')) return text;
    const { parts } = templateOf(text);
    const first = parts[0];
    const host = new HostPieces();
    if (parts.length === 1 && first?.kind === 'placeholder') {
      const value = this.#valueIn(first, false, owner);
      // An object or array has no pieces: its text may be far longer than the value, which shares its parts.
      if (typeof value === 'string') this.#composed = piecesFor(this.#composing, first, value, owner);
      return value;
    }
    // Concatenated instead of joined, so that texts in a long chain of definitions share memory.
    let filled = '';
    for (const [i, p] of parts.entries()) {
      const inserted = p.kind === 'text' ? p.text : fitting(valueToText(this.#valueIn(p, false, owner)), text, parts, i, owner);
      filled += inserted;
      if (!host.isClosed) host.add(p.kind === 'text' ? [p] : piecesFor(this.#composing, p, inserted, owner));
      refuse(tooLong(filled.length), owner);
    }
    fittingInside(text, host.all, owner);
    this.#composed = host.all;
    return filled;
  }

  #piecesIn(text: string, owner: Variable): readonly HostPiece[] | undefined {
    const [place, composed] = [this.#place, this.#composed];
    const pieces = attempt(() => this.#fill(text, owner)).ok ? this.#composed : undefined;
    [this.#place, this.#composed] = [place, composed];
    return pieces;
  }

  /** The object or array of a JSON definition; undefined if it is not JSON. Text inserted into strings is escaped. */
  #filledJson(text: string, owner: Variable): Value | undefined {
    const firstPlace = this.#place;
    const brought = broughtToRead();
    const counted = (p: Placeholder, inString: boolean): Value => {
      const value = this.#valueIn(p, inString, owner);
      refuse(brought(value), owner);
      // A stand-in may be any JSON value, and is shown as a string.
      const isBare = typeof value === 'string' && !inString && !p.filters.some((f) => f.name === 'json');
      return isBare && this.#source.isStandIn(value) ? valueToJson(value) : value;
    };
    const pieces = fillJsonTemplate(templateOf(text).parts, counted, 'in strings');
    const json = parseJson(pieces.map((p) => p.text).join(''));
    if (json === undefined) this.#place = firstPlace;
    return json;
  }

  #valueIn(p: Placeholder, inString: boolean, owner: Variable): Value {
    const result = attempt(() => this.#source.placeholder(p, inString, owner));
    if (result.ok) return result.value;
    throw new Unresolved(result.problem.id === 'cycle' ? result.problem : problems.inside(owner.name, whereOf(owner), result.problem));
  }
}
