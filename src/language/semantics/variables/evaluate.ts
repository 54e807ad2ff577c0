import { parseJson } from '../../../base/json.ts';
import { valueToText, type Value } from '../../../base/value.ts';
import type { Segment } from '../../syntax/path.ts';
import type { Expression, Placeholder } from '../../syntax/template.ts';
import { calledToken, tokenText } from '../auth/token.ts';
import { dynamicOnce } from './dynamicOnce.ts';
import type { Sources } from './dynamics.ts';
import { filtered } from '../values/filtered.ts';
import { HostPieces, piecesFor, piecesOf, type HostPiece } from '../request/hostPieces.ts';
import { fillJsonTemplate } from '../values/jsonTemplate.ts';
import { broughtToRead, measureOf, tooLong, tooMuch } from '../values/valueLimits.ts';
import { variablesNamedIn } from './namedIn.ts';
import { dynamicText, dynamicValueText, promptText } from './dynamicValues.ts';
import type { Evaluation, ExchangeValues, PathExpression } from './evaluation.ts';
import * as problems from './placeholderProblems.ts';
import { templateOf } from '../request/requestSource.ts';
import type { Scope } from './scope.ts';
import { holdsSecret, isPieceOf, secretTexts } from './secretTexts.ts';
import { Dependencies } from '../../incremental/dependencies.ts';
import type { Accounting } from '../../incremental/sharedValues.ts';
import { isSecretEnv, isTainted, type Taint } from './taint.ts';
import { attempt, fitting, fittingInside, refuse, taken, Unresolved } from './unresolved.ts';
import { stepsIntoExchange, type Evaluated } from '../values/valuePath.ts';
import { mapStrings, whereOf, type Variable } from './variables.ts';
import { walk } from '../values/walk.ts';
import { lookUp } from './lookup.ts';

export type { Evaluation, ExchangeValues, Tracked } from './evaluation.ts';

const nothing: readonly never[] = [];
const isJsonLike = (text: string): boolean => /^(?:\[|\{(?!\{))/.test(text);

/** What went into a value: none of these, or their sum. */
const secretTouch = 1;
const taintTouch = 2;

/**
 * An evaluation over a scope: make a new one whenever variables have changed. `sources` stand for one send: what a dynamic made
 * inside a variable stays the same for all evaluations with them.
 */
export function createEvaluation(scope: Scope, sources: Sources, exchanges: ExchangeValues, accounting?: Accounting): Evaluation {
  const dependencies = accounting?.dependencies ?? new Dependencies();
  const shared = accounting?.shared;
  const done = new Map<Variable, Evaluated>();
  const needed = new Map<Variable, readonly Variable[]>();
  const secrets = new Set<string>();
  const secretNames = new Set<string>();
  /** Variables that a secret or a tainted value went into. */
  const touchedBy = new Map<Variable, number>();
  /** What went into the value at hand. */
  let touched = 0;
  const lookup = { scope, sources, valueOf };
  const own = { evaluate, neededBy, isSecret: (v: Variable) => ((touchedBy.get(v) ?? 0) & secretTouch) !== 0 };
  const meant: Evaluation['meant'] = (path, before, owner) => lookUp(scope, path, before, owner)?.variable;
  const composing = { scope, variable: variableValue, piecesIn };
  /** Counts the dynamics of the variable at hand. */
  let place = 0;
  /** What the text that was filled last is composed of. */
  let composed: readonly HostPiece[] | undefined;

  function keepSecret(value: Value): void {
    for (const text of secretTexts(value)) secrets.add(text);
  }

  /**
   * A variable's value. Those it refers to are evaluated before it, by a list instead of by recursion: they may refer to each
   * other to any depth.
   */
  function variableValue(asked: Variable): Evaluated {
    const path: { readonly variable: Variable; readonly needs: readonly Variable[]; next: number }[] = [];
    const places = new Map<Variable, number>();
    const enter = (variable: Variable): void => {
      places.set(variable, path.length);
      path.push({ variable, needs: neededBy(variable), next: 0 });
    };
    if (!isDone(asked)) enter(asked);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (need === undefined) {
        path.pop();
        places.delete(top.variable);
        if (!done.has(top.variable)) done.set(top.variable, shared?.find(top.variable, dependencies, own) ?? evaluate(top.variable));
      } else if (!isDone(need)) {
        const at = places.get(need);
        if (at === undefined) enter(need);
        else {
          const circle = path.slice(at).map((x) => x.variable);
          const problem = problems.cycle([...circle, need].map((v) => v.name));
          for (const v of circle) done.set(v, { ok: false, problem });
        }
      }
    }
    return done.get(asked) as Evaluated;
  }

  /** Whether a variable has its value, perhaps from another request's evaluation. */
  function isDone(v: Variable): boolean {
    if (done.has(v)) return true;
    const known = shared?.recall(v, dependencies);
    if (known === undefined) return false;
    done.set(v, known.result);
    for (const name of known.exchanges) hide(name);
    return true;
  }

  function evaluate(v: Variable): Evaluated {
    const outer = touched;
    touched = v.secret || (v.hides ?? []).length > 0 ? secretTouch : 0;
    if (touched !== 0) secretNames.add(v.name);
    const isHidden = meet(v.taint);
    [place, composed] = [0, undefined];
    const found = attempt(() => contentOf(v));
    const result: Evaluated = found.ok && composed !== undefined ? { ...found, pieces: composed } : found;
    if (touched !== 0) touchedBy.set(v, touched);
    touched = outer;
    const isNew = v.secret && v.made === undefined && (v.hides ?? nothing).length === 0;
    if (result.ok && (isHidden || isNew)) keepSecret(result.value);
    for (const secret of [...(v.made ?? nothing), ...(v.hides ?? nothing)]) secrets.add(secret);
    return result;
  }

  function neededBy(v: Variable): readonly Variable[] {
    let needs = needed.get(v);
    if (needs === undefined) needed.set(v, (needs = variablesNamedIn(v, meant)));
    return needs;
  }

  function contentOf(v: Variable): Value {
    const { content } = v;
    switch (content.kind) {
      case 'data':
        return content.value;
      case 'json': {
        const value = mapStrings(content.value, (text) => {
          const filled = fill(text, v);
          measureOf(filled);
          return filled;
        });
        if (value !== content.value) refuse(tooMuch(measureOf(value)), v);
        return value;
      }
      case 'text':
        return isJsonLike(content.text) ? (filledJson(content.text, v) ?? fill(content.text, v)) : fill(content.text, v);
    }
  }

  /** A template of a variable. One placeholder and nothing else keeps its value's type. */
  function fill(text: string, owner: Variable): Value {
    composed = undefined;
    if (!text.includes('{{') && !text.includes('\\{')) return text;
    const { parts } = templateOf(text);
    const first = parts[0];
    const host = new HostPieces();
    if (parts.length === 1 && first?.kind === 'placeholder') {
      const value = valueIn(first, false, owner);
      composed = piecesFor(composing, first, value, owner);
      return value;
    }
    // Added, not joined: texts that hold each other through a long chain of definitions then share their characters.
    let filled = '';
    for (const [i, p] of parts.entries()) {
      const inserted = p.kind === 'text' ? p.text : fitting(valueToText(valueIn(p, false, owner)), text, parts, i, owner);
      filled += inserted;
      if (!host.isClosed) host.add(p.kind === 'text' ? [p] : piecesFor(composing, p, inserted, owner));
      refuse(tooLong(filled.length), owner);
    }
    fittingInside(text, host.all, owner);
    composed = host.all;
    return filled;
  }

  /** Fills a text of a definition's object for its pieces alone. */
  function piecesIn(text: string, owner: Variable): readonly HostPiece[] | undefined {
    const [outerPlace, outerComposed] = [place, composed];
    const pieces = attempt(() => fill(text, owner)).ok ? composed : undefined;
    [place, composed] = [outerPlace, outerComposed];
    return pieces;
  }

  /** The object or array that a definition writes, or undefined where it is none. A text in its strings never ends them. */
  function filledJson(text: string, owner: Variable): Value | undefined {
    const firstPlace = place;
    const brought = broughtToRead();
    const counted = (p: Placeholder, inString: boolean): Value => {
      const value = valueIn(p, inString, owner);
      refuse(brought(value), owner);
      return value;
    };
    const pieces = fillJsonTemplate(templateOf(text).parts, counted, 'in strings');
    const json = parseJson(pieces.map((p) => p.text).join(''));
    if (json === undefined) place = firstPlace;
    return json;
  }

  function valueIn(p: Placeholder, inString: boolean, owner: Variable): Value {
    const result = attempt(() => placeholderValue(p, inString, owner.position, owner));
    if (result.ok) return result.value;
    throw new Unresolved(result.problem.id === 'cycle' ? result.problem : problems.inside(owner.name, whereOf(owner), result.problem));
  }

  function placeholderValue(p: Placeholder, inString: boolean, before?: number, owner?: Variable): Value {
    const outer = touched;
    touched = 0;
    let value = expressionOrDefault(p, before, owner);
    for (const f of p.filters) value = filtered(f, value, inString);
    if ((touched & secretTouch) !== 0 && p.filters.length > 0) keepSecret(value);
    touched |= outer;
    return value;
  }

  function expressionOrDefault(p: Placeholder, before?: number, owner?: Variable): Value {
    if (p.filters.length === 0) return expressionValue(p.expression, before, owner);
    const result = attempt(() => expressionValue(p.expression, before, owner));
    if (result.ok) return result.value;
    const fallback = p.filters.find((f) => f.name === 'default')?.argument;
    if (fallback === undefined || !problems.notFound.has(result.problem.id)) throw new Unresolved(result.problem);
    return fallback;
  }

  function expressionValue(e: Expression, before?: number, owner?: Variable): Value {
    switch (e.kind) {
      case 'prompt':
        return taken(promptText(e.label, sources));
      case 'dynamic':
        if (e.name.startsWith('$auth.')) return hiddenAs(e.name, taken(calledToken(e.name, e.args, lookup)));
        return fromOutside(
          e.name,
          e.args[0] ?? '',
          owner === undefined ? taken(dynamicText(e.name, e.args, sources)) : dynamicOnce(e.name, e.args, sources, owner, place++),
        );
      case 'path':
        return pathValue(e, before, owner);
    }
  }

  function pathValue(path: PathExpression, before?: number, owner?: Variable): Value {
    const { segments, dotted } = path;
    const root = String(segments[0]?.key);
    if (root.startsWith('$')) return outsideValue(root, segments);
    const found = lookUp(scope, path, before, owner);
    if (found !== undefined) return walk(valueOf(found.variable), segments, found.steps, root);
    const side = segments[1]?.key;
    if ((side === 'response' || side === 'request') && exchanges.known(root)) return exchangeValue(root, segments);
    if (owner !== undefined && (owner.name === root || owner.name === dotted))
      throw new Unresolved(problems.cycle([owner.name, owner.name]));
    throw new Unresolved(undefinedName(root, segments.length > 1));
  }

  function undefinedName(name: string, withPath: boolean): problems.Problem {
    const find = (): problems.Problem => problems.undefinedVariable(name, nameable(withPath), scope.elsewhere(name));
    const problem = shared === undefined ? find() : shared.ofUndefined(`${withPath ? '.' : ''}${name}`, find);
    dependencies.names = true;
    dependencies.requests ||= withPath;
    return problem;
  }

  /** What a name could have meant; that of an exchange only with a path behind it. */
  function* nameable(withPath: boolean): Generator<string> {
    yield* scope.names();
    if (withPath) yield* exchanges.names();
  }

  function valueOf(v: Variable): Value {
    // The most common kind by far, and nothing is to be found out about it.
    if (v.content.kind === 'data' && !v.secret && (v.hides ?? nothing).length === 0 && v.taint === undefined) return v.content.value;
    const result = variableValue(v);
    touched |= (v.secret ? secretTouch : 0) | (touchedBy.get(v) ?? 0);
    if (!result.ok) throw new Unresolved(result.problem);
    return result.value;
  }

  function outsideValue(root: string, segments: readonly Segment[]): Value {
    return fromOutside(root, String(segments[1]?.key), taken(dynamicValueText(root, segments, sources)));
  }

  /** Notes what a text from outside the collection is. */
  function fromOutside(source: string, name: string, text: string): string {
    if (source === '$secret') return hiddenAs(`$secret.${name}`, text);
    if (source !== '$env' && source !== '$processEnv') return text;
    touched |= taintTouch;
    if (isSecretEnv(name)) return hiddenAs(`$env.${name}`, text);
    // Where nothing is sent a stand-in takes its place.
    return sources.hidesTainted === true && sources.meets !== undefined ? hidden(text) : text;
  }

  function hiddenAs(name: string, text: string): string {
    secretNames.add(name);
    return hidden(text);
  }

  /** A text that is shown nowhere. */
  function hidden(text: string): string {
    secrets.add(text);
    touched |= secretTouch;
    return text;
  }

  function exchangeValue(root: string, segments: readonly Segment[]): Value {
    const exchange = exchanges.find(root);
    if (exchange === undefined) throw new Unresolved(problems.notSentYet(root));
    const result = stepsIntoExchange(exchange, segments);
    if (!result.ok) throw new Unresolved({ ...result.problem, inAnswer: true });
    hide(root);
    if (meet(exchanges.taint?.(root))) keepSecret(result.value);
    // Only a send needs to know; for a hover the texts that are hidden are enough.
    if (sources.meets !== undefined) {
      const hides = exchanges.hides?.(root) ?? nothing;
      if (holdsSecret(result.value, hides) || (segments[1]?.key === 'request' && isPieceOf(result.value, hides))) {
        touched |= secretTouch;
        secretNames.add(`${root}.${segments[1]?.key}`);
      }
    }
    return result.value;
  }

  /** Notes what a value was made from. Whether that hides it. */
  function meet(taint: Taint | undefined): boolean {
    if (taint === undefined || !isTainted(taint)) return false;
    touched |= taintTouch;
    sources.meets?.(taint);
    if (sources.hidesTainted !== true) return false;
    touched |= secretTouch;
    return true;
  }

  /** Secrets that went into an exchange may stand in its answer. */
  function hide(exchange: string): void {
    for (const secret of exchanges.hides?.(exchange) ?? []) secrets.add(secret);
  }

  return {
    placeholder: (p, inString = false, before, owner) => attempt(() => placeholderValue(p, inString, before, owner)),
    hostPieces: (p) => piecesOf(composing, p),
    meant,
    variable: variableValue,
    token: (source) => attempt(() => hiddenAs('$auth', taken(tokenText(source, lookup)))),
    named(name) {
      const v = scope.find(name);
      if (v === undefined) return undefined;
      const result = variableValue(v);
      touched |= (v.secret ? secretTouch : 0) | (touchedBy.get(v) ?? 0);
      return result;
    },
    tracked(look) {
      const outer = touched;
      touched = 0;
      const result = look();
      const found = { result, secret: (touched & secretTouch) !== 0, tainted: (touched & taintTouch) !== 0 };
      touched |= outer;
      return found;
    },
    secrets,
    secretNames,
  };
}
