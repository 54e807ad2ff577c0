import { parseJson } from '../../base/json.ts';
import { isArrayValue, isDateValue, isExactNumber, isObjectValue, typeOfValue, valueToText, type Value } from '../../base/value.ts';
import type { Segment } from '../syntax/path.ts';
import { parseTemplate, type Expression, type Filter, type Placeholder, type Template } from '../syntax/template.ts';
import { dynamics, makeDynamic, type Sources } from './dynamics.ts';
import { applyFilter, filters as knownFilters } from './filters.ts';
import * as problems from './problems.ts';
import type { Problem } from './problems.ts';
import type { Scope } from './scope.ts';
import { mapStrings, type Variable } from './variables.ts';

export type Evaluated = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

/** What `{{name.response…}}` can reach: the last exchange of a named request. */
export interface ExchangeValues {
  /** Whether the collection has a request of that name. */
  known(name: string): boolean;
  /** `{request: {…}, response: {…}}`, or undefined where it was not sent. */
  find(name: string): Value | undefined;
  names(): Iterable<string>;
}

/** The one place where placeholders become values. Remembers: a variable has one value per evaluation, so per send. */
export interface Evaluation {
  placeholder(p: Placeholder, inString?: boolean, before?: number): Evaluated;
  /** A variable's whole value. */
  variable(v: Variable): Evaluated;
  /** The winner for a name, evaluated; undefined where there is none. */
  named(name: string): Evaluated | undefined;
  /** Texts that must never be shown, met so far. */
  readonly secrets: ReadonlySet<string>;
}

type PathExpression = Extract<Expression, { kind: 'path' }>;

class Unresolved extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

const templates = new Map<string, Template>();

/** Templates of values recur at each send: the last few thousand stay parsed. */
function templateOf(text: string): Template {
  let t = templates.get(text);
  if (t === undefined) {
    if (templates.size > 4000) templates.clear();
    templates.set(text, (t = parseTemplate(text)));
  }
  return t;
}

/** The segments as one reads them: `user.tags[0]`. */
export function pathText(segments: readonly Segment[]): string {
  return segments
    .map((s, i) =>
      typeof s.key === 'number'
        ? `[${s.key}]`
        : i === 0
          ? s.key
          : /^[\p{L}\p{N}_$-]+$/u.test(s.key)
            ? `.${s.key}`
            : `[${JSON.stringify(s.key)}]`,
    )
    .join('');
}

/** One step into a value: own properties, elements, an array's length. */
export function stepInto(value: Value, key: string | number, parent: string): Evaluated {
  const fail = (problem: Problem): Evaluated => ({ ok: false, problem });
  if (isArrayValue(value)) {
    if (key === 'length') return { ok: true, value: value.length };
    if (typeof key !== 'number') return fail(problems.noProperties(parent, 'array', key));
    const item = value[key];
    return item === undefined ? fail(problems.indexOutOfRange(parent, key, value.length)) : { ok: true, value: item };
  }
  if (typeof value === 'object' && value !== null && isObjectValue(value) && !isDateValue(value) && !isExactNumber(value)) {
    const item = value.get(String(key));
    return item === undefined ? fail(problems.missingProperty(parent, String(key), [...value.keys()])) : { ok: true, value: item };
  }
  const type = typeOfValue(value);
  return fail(typeof key === 'number' ? problems.notAnArray(parent, type, key) : problems.noProperties(parent, type, key));
}

/** An evaluation over a scope: make a new one for each send. */
export function createEvaluation(scope: Scope, sources: Sources, exchanges: ExchangeValues): Evaluation {
  const done = new Map<Variable, Evaluated>();
  const open: Variable[] = [];
  const secrets = new Set<string>();

  function attempt(get: () => Value): Evaluated {
    try {
      return { ok: true, value: get() };
    } catch (e) {
      if (e instanceof Unresolved) return { ok: false, problem: e.problem };
      throw e;
    }
  }

  function keepSecret(value: Value): void {
    if (isArrayValue(value)) for (const x of value) keepSecret(x);
    else if (value instanceof Map) for (const x of (value as ReadonlyMap<string, Value>).values()) keepSecret(x);
    else if (value !== null && typeof value !== 'boolean') secrets.add(valueToText(value));
  }

  function variableValue(v: Variable): Evaluated {
    const known = done.get(v);
    if (known !== undefined) return known;
    const at = open.indexOf(v);
    if (at >= 0) return { ok: false, problem: problems.cycle([...open.slice(at).map((x) => x.name), v.name]) };
    if (open.length > 200)
      return { ok: false, problem: { id: 'cycle', message: `${v.name} is defined over more than 200 other variables` } };
    open.push(v);
    const result = attempt(() => contentOf(v));
    open.pop();
    // A cycle is everyone's in it; who was asked first reports it whole.
    if (result.ok || result.problem.id !== 'cycle' || open.length === 0) done.set(v, result);
    if (v.secret && result.ok) keepSecret(result.value);
    return result;
  }

  function contentOf(v: Variable): Value {
    const { content } = v;
    switch (content.kind) {
      case 'data':
        return content.value;
      case 'json':
        return mapStrings(content.value, (text) => (text.includes('{{') ? fill(text, v) : text));
      case 'text': {
        const value = content.text.includes('{{') || content.text.includes('\\{') ? fill(content.text, v) : content.text;
        if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
        const json = parseJson(value);
        return json === undefined || isWhole(content.text) ? value : json;
      }
    }
  }

  /** One placeholder and nothing else keeps its value's type. */
  function isWhole(text: string): boolean {
    const { parts } = templateOf(text);
    return parts.length === 1 && parts[0]?.kind === 'placeholder';
  }

  function fill(text: string, owner: Variable): Value {
    const { parts } = templateOf(text);
    const get = (p: Placeholder): Value => {
      const result = attempt(() => placeholderValue(p, false, owner.position, owner));
      if (result.ok) return result.value;
      throw new Unresolved(result.problem.id === 'cycle' ? result.problem : problems.inside(owner.name, whereOf(owner), result.problem));
    };
    const first = parts[0];
    if (parts.length === 1 && first?.kind === 'placeholder') return get(first);
    return parts.map((p) => (p.kind === 'text' ? p.text : valueToText(get(p)))).join('');
  }

  function placeholderValue(p: Placeholder, inString: boolean, before?: number, owner?: Variable): Value {
    const fallback = p.filters.find((f) => f.name === 'default');
    let value: Value;
    try {
      value = expressionValue(p.expression, before, owner);
    } catch (e) {
      if (!(e instanceof Unresolved) || fallback?.argument === undefined || e.problem.id === 'cycle') throw e;
      value = fallback.argument;
    }
    for (const f of p.filters) value = filtered(f, value, inString);
    return value;
  }

  function filtered(f: Filter, value: Value, inString: boolean): Value {
    const result = applyFilter(f.name, value, inString);
    if (result === undefined) {
      throw new Unresolved(
        problems.unknownFilter(
          f.name,
          knownFilters.map((k) => k.name),
        ),
      );
    }
    return result;
  }

  function expressionValue(e: Expression, before?: number, owner?: Variable): Value {
    switch (e.kind) {
      case 'prompt':
        return needed(sources.prompt(e.label), () => problems.noAnswer(e.label));
      case 'dynamic':
        return dynamicValue(e.name, e.args);
      case 'path':
        return pathValue(e, before, owner);
    }
  }

  function needed(value: string | undefined, problem: () => Problem): string {
    if (value === undefined) throw new Unresolved(problem());
    return value;
  }

  function dynamicValue(name: string, args: readonly string[]): Value {
    if (name === '$processEnv' || name === '$dotenv') {
      const of = args[0];
      if (of === undefined || args.length > 1)
        throw new Unresolved({ id: 'dynamic-arguments', message: `${name} takes one name, such as {{${name} HOME}}` });
      return name === '$processEnv'
        ? needed(sources.env(of), () => problems.noEnv(of))
        : needed(sources.dotenv(of), () => problems.noDotenv(of));
    }
    const made = makeDynamic(name, args, sources);
    if (made === undefined) {
      const names = [...dynamics.map((d) => d.name), '$env', '$secret'];
      throw new Unresolved(problems.unknownDynamic(name, names));
    }
    if (!made.ok) throw new Unresolved({ id: 'dynamic-arguments', message: made.message });
    return made.text;
  }

  function pathValue({ segments, dotted }: PathExpression, before?: number, owner?: Variable): Value {
    const root = String(segments[0]?.key);
    if (root.startsWith('$')) return outsideValue(root, segments);
    if (dotted !== undefined) {
      const whole = scope.find(dotted, before);
      if (whole !== undefined && whole !== owner) return valueOf(whole);
    }
    const variable = visible(root, before, owner);
    if (variable !== undefined) return walk(valueOf(variable), segments, 1, root);
    const side = segments[1]?.key;
    if ((side === 'response' || side === 'request') && exchanges.known(root)) return exchangeValue(root, segments);
    if (owner?.name === root) throw new Unresolved(problems.cycle([root, root]));
    throw new Unresolved(problems.undefinedVariable(root, [...scope.names(), ...(segments.length > 1 ? exchanges.names() : [])]));
  }

  /** A definition that names itself means what it hides. */
  function visible(name: string, before?: number, owner?: Variable): Variable | undefined {
    if (owner?.name !== name) return scope.find(name, before);
    const all = scope.findAll(name, before);
    if (owner.position !== undefined)
      return all.find((v) => v !== owner && v.origin.layer !== 'script' && v.origin.layer !== 'prompt' && v.origin.layer !== 'option');
    return all[all.indexOf(owner) + 1];
  }

  function valueOf(v: Variable): Value {
    const result = variableValue(v);
    if (!result.ok) throw new Unresolved(result.problem);
    return result.value;
  }

  function walk(value: Value, segments: readonly Segment[], from: number, root: string): Value {
    let current = value;
    for (let i = from; i < segments.length; i++) {
      const segment = segments[i] as Segment;
      const step = stepInto(current, segment.key, i === from ? root : pathText(segments.slice(0, i)));
      if (!step.ok) throw new Unresolved(step.problem);
      current = step.value;
    }
    return current;
  }

  function outsideValue(root: string, segments: readonly Segment[]): Value {
    const name = String(segments[1]?.key ?? '');
    if (segments.length !== 2)
      throw new Unresolved({ id: 'dynamic-arguments', message: `${root} takes one name, such as {{${root}.NAME}}` });
    switch (root) {
      case '$env':
        return needed(sources.env(name), () => problems.noEnv(name));
      case '$dotenv':
        return needed(sources.dotenv(name), () => problems.noDotenv(name));
      case '$secret': {
        const value = needed(sources.secret(name), () => problems.noSecret(name));
        secrets.add(value);
        return value;
      }
      default:
        throw new Unresolved(problems.unknownDynamic(root, [...dynamics.map((d) => d.name), '$env', '$secret']));
    }
  }

  function exchangeValue(root: string, segments: readonly Segment[]): Value {
    const exchange = exchanges.find(root);
    if (exchange === undefined) throw new Unresolved(problems.notSentYet(root));
    let value = exchange;
    for (let i = 1; i < segments.length; i++) {
      const key = (segments[i] as Segment).key;
      // `body.$.token`, as REST Client writes it, is `body.token`.
      if (key === '$') continue;
      const parent = pathText(segments.slice(0, i));
      const parentKey = segments[i - 1]?.key;
      const step = parentKey === 'headers' && i === 3 ? headerNamed(value, String(key), parent) : stepInto(value, key, parent);
      if (!step.ok) throw new Unresolved(step.problem);
      value = step.value;
    }
    return value;
  }

  return {
    placeholder: (p, inString = false, before) => attempt(() => placeholderValue(p, inString, before)),
    variable: variableValue,
    named(name) {
      const v = scope.find(name);
      return v === undefined ? undefined : variableValue(v);
    },
    secrets,
  };
}

/** Header names have no case (RFC 9110 §5.1). */
function headerNamed(headers: Value, name: string, parent: string): Evaluated {
  if (headers instanceof Map) {
    for (const [key, value] of headers as ReadonlyMap<string, Value>)
      if (key.toLowerCase() === name.toLowerCase()) return { ok: true, value };
  }
  return stepInto(headers, name, parent);
}

function whereOf(v: Variable): string {
  const file = v.origin.file?.split(/[\\/]/).pop();
  return file === undefined ? v.origin.layer : `${file}:${v.origin.line ?? 1}`;
}
