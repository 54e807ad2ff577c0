import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../base/values/value.ts';
import { applicators, unevaluated } from './applicators.ts';
import { rulesOf } from './dialects.ts';
import {
  addErrors,
  mergeEvaluated,
  noneEvaluated,
  pathOf,
  wrong,
  type CheckOptions,
  type DynamicScope,
  type Evaluated,
  type Frame,
  type Keyword,
  type SchemaError,
  type ValidationRun,
} from './frame.ts';
import { SchemaProblem, type SchemaPlace, type SchemaSet } from './schemaSet.ts';
import { shown, valueKeywords } from './valueKeywords.ts';

/** A keyword that was applied to a part of the value. */
export interface KeywordUse {
  readonly keyword: string;
  readonly value: Value;
  readonly path: readonly (string | number)[];
  readonly holds: boolean;
  /** Whether it would hold for another value at this place. */
  readonly holdsFor: (instance: Value) => boolean;
}

export interface ValidationPorts {
  /** Runs a pattern of the schema. */
  readonly test: (pattern: string, text: string) => boolean;
  /** Whether a known `format` is checked; otherwise it has no effect. */
  readonly formats: boolean;
  /** Called regularly; throws to stop. */
  readonly goOn: () => void;
  /** Called for each keyword applied to the value or a part of it, except those that apply schemas. */
  readonly used?: (use: KeywordUse) => void;
  /** Parts that occur several times in the value. Each is checked once against a schema, which must not depend on what surrounds it. */
  readonly shared?: ReadonlySet<Value>;
}

/** Maximum nesting of schemas and values. JSON of this depth is hostile. The stack may end earlier. */
const deepest = 1200;
const turn = 1024;
/** Maximum references and `allOf` to a `writeOnly`, and schemas that are searched for one. */
const deepestWriteOnly = 4;
const mostWriteOnly = 1000;

/** Whether an error is a stack overflow. */
const isStackOverflow = (e: unknown): boolean => e instanceof RangeError && e.message.includes('call stack');

/** Cached result for a shared part of the value. */
interface NodeResult {
  readonly holds: boolean;
  /** Undefined if only the result was needed. */
  readonly errors: readonly SchemaError[] | undefined;
}

type Step = readonly [keyword: string, apply: Keyword, value: Value];

/** A schema for checking values. The work for a schema is done once. */
export class Validator {
  readonly #set: SchemaSet;
  readonly #root: Value;
  readonly #steps = new Map<ObjectValue, readonly Step[]>();

  /** @param root from `SchemaSet.add` */
  constructor(set: SchemaSet, root: Value) {
    this.#set = set;
    this.#root = root;
  }

  /**
   * The errors of a value, at most 20; none if it conforms.
   * @throws {SchemaProblem} if the schema cannot be used
   */
  validate(value: Value, ports: ValidationPorts): readonly SchemaError[] {
    const errors: SchemaError[] = [];
    const root = this.#root;
    if (!isObjectValue(root)) {
      if (root === false) errors.push({ path: [], location: '#', keyword: 'false', message: 'is not allowed: the schema is false' });
      return errors;
    }
    const run = new Run(this.#set, ports, (schema, place) => this.#stepsOf(schema, place));
    run.start(root, value, errors);
    return errors;
  }

  #stepsOf(schema: ObjectValue, place: SchemaPlace): readonly Step[] {
    const known = this.#steps.get(schema);
    if (known !== undefined) return known;
    const made = stepsOf(schema, place);
    this.#steps.set(schema, made);
    return made;
  }
}

function stepsOf(schema: ObjectValue, { resource: { dialect, validates } }: SchemaPlace): readonly Step[] {
  const { keywords, refAlone } = rulesOf[dialect];
  const reference = schema.get('$ref');
  if (refAlone && typeof reference === 'string') return [['$ref', applicators['$ref'] as Keyword, reference]];
  const steps: Step[] = [];
  const last: Step[] = [];
  for (const [keyword, value] of schema) {
    // Older dialects' `dependencies` stay in use.
    if (!keywords.has(keyword)) continue;
    if (validates && Object.hasOwn(valueKeywords, keyword)) {
      // A boolean beside the bound is read with it.
      if (typeof value === 'boolean' && keyword.startsWith('exclusive')) continue;
      steps.push([keyword, valueKeywords[keyword] as Keyword, value]);
    } else if (Object.hasOwn(applicators, keyword)) steps.push([keyword, applicators[keyword] as Keyword, value]);
    else if (Object.hasOwn(unevaluated, keyword)) last.push([keyword, unevaluated[keyword] as Keyword, value]);
  }
  return [...steps, ...last];
}

/** Evaluates a keyword for other values at the place of a frame. */
function applied(apply: Keyword, value: Value, frame: Frame): (instance: Value) => boolean {
  const own: { instance: Value } & Omit<Frame, 'instance'> = { ...frame, errors: undefined };
  return (instance) => {
    own.instance = instance;
    return apply(value, own);
  };
}

const tooDeep = ({ location }: SchemaPlace): SchemaProblem =>
  new SchemaProblem(`${location} refers to itself without an end, or the value is nested too deeply`);

class Run implements ValidationRun {
  readonly #set: SchemaSet;
  readonly #ports: ValidationPorts;
  readonly #stepsOf: (schema: ObjectValue, place: SchemaPlace) => readonly Step[];
  readonly #results = new Map<ObjectValue, Map<Value, NodeResult>>();
  #looked = 0;
  #entered: SchemaPlace | undefined;

  constructor(set: SchemaSet, ports: ValidationPorts, stepsOf_: (schema: ObjectValue, place: SchemaPlace) => readonly Step[]) {
    this.#set = set;
    this.#ports = ports;
    this.#stepsOf = stepsOf_;
  }

  start(schema: ObjectValue, instance: Value, errors: SchemaError[]): void {
    const place = this.#set.placeOf(schema);
    const scope = { resource: place.resource, outer: undefined };
    const rules = rulesOf[place.resource.dialect];
    try {
      this.#evaluate({
        schema,
        place,
        rules,
        instance,
        path: undefined,
        scope,
        outer: undefined,
        depth: 0,
        seen: undefined,
        errors,
        run: this,
      });
    } catch (e) {
      if (!isStackOverflow(e)) throw e;
      throw tooDeep(this.#entered ?? place);
    }
  }

  check(frame: Frame, schema: Value, options: CheckOptions = {}): boolean {
    const { child } = options;
    const seen = 'seen' in options ? options.seen : child === undefined ? frame.seen : undefined;
    const errors = options.errors === null ? undefined : (options.errors ?? frame.errors);
    const path = child === undefined ? frame.path : { parent: frame.path, key: child.key };
    const instance = child === undefined ? frame.instance : child.value;
    if (typeof schema === 'boolean') {
      if (schema) return true;
      return wrong({ ...frame, path, errors }, 'false', () => 'is not allowed: its schema is false');
    }
    if (!isObjectValue(schema)) throw new SchemaProblem(`${frame.place.location} holds ${shown(schema)}, which is not a schema`);
    return this.#enter(frame, schema, { instance, path, seen, errors });
  }

  refer(frame: Frame, target: Value): boolean {
    if (!isObjectValue(target)) return this.check(frame, target);
    const { instance, path, seen, errors } = frame;
    return this.#enter(frame, target, { instance, path, seen, errors });
  }

  #enter(frame: Frame, schema: ObjectValue, parts: Pick<Frame, 'instance' | 'path' | 'seen' | 'errors'>): boolean {
    const place = this.#set.placeOf(schema);
    const depth = frame.depth + 1;
    if (depth > deepest) throw tooDeep(frame.place);
    this.#entered = place;
    const scope: DynamicScope = place.resource === frame.scope.resource ? frame.scope : { resource: place.resource, outer: frame.scope };
    const outer = parts.path === frame.path ? frame : undefined;
    const inner: Frame = { schema, place, rules: rulesOf[place.resource.dialect], scope, outer, depth, run: this, ...parts };
    return this.#ports.shared?.has(parts.instance) === true ? this.#once(inner) : this.#evaluate(inner);
  }

  /** Evaluates a part that occurs several times in the value. */
  #once(frame: Frame): boolean {
    const { schema, instance, errors } = frame;
    let known = this.#results.get(schema);
    if (known === undefined) this.#results.set(schema, (known = new Map()));
    let result = known.get(instance);
    if (result === undefined || (!result.holds && result.errors === undefined && errors !== undefined)) {
      const own: SchemaError[] | undefined = errors && [];
      result = { holds: this.#evaluate({ ...frame, errors: own }), errors: own };
      known.set(instance, result);
    }
    addErrors(errors, result.errors ?? []);
    return result.holds;
  }

  #evaluate(frame: Frame): boolean {
    if (++this.#looked % turn === 0) this.#ports.goOn();
    // OpenAPI 3.0 says that an `enum`, an `allOf` or a reference beside it may still exclude null. Authors mean that null is allowed.
    if (frame.instance === null && frame.rules.keywords.has('nullable') && frame.schema.get('nullable') === true) return true;
    const steps = this.#stepsOf(frame.schema, frame.place);
    // What the schemas around it evaluated is no business of this one's own unevaluated keywords.
    const own: Evaluated | undefined = steps.some(([keyword]) => Object.hasOwn(unevaluated, keyword)) ? noneEvaluated() : undefined;
    const inner = own === undefined ? frame : { ...frame, seen: own };
    let holds = true;
    for (const [keyword, apply, value] of steps) {
      const isFine = apply(value, inner);
      if (this.#ports.used !== undefined && Object.hasOwn(valueKeywords, keyword))
        this.#ports.used({
          keyword,
          value,
          path: pathOf(inner.path),
          holds: isFine,
          holdsFor: applied(apply, value, inner),
        });
      if (isFine) continue;
      holds = false;
      if (frame.errors === undefined) return false;
    }
    if (own !== undefined && frame.seen !== undefined && holds) mergeEvaluated(frame.seen, own);
    return holds;
  }

  target(reference: string, { place }: Frame): Value {
    return this.#set.target(reference, place);
  }

  dynamicTarget(reference: string, frame: Frame): Value {
    const found = this.target(reference, frame);
    const named = this.#set.anchorOf(reference, frame.place);
    if (named === undefined || named.resource.dynamicAnchors.get(named.anchor) !== found) return found;
    return this.#outermost(frame.scope, ({ dynamicAnchors }) => dynamicAnchors.get(named.anchor)) ?? found;
  }

  recursiveTarget(frame: Frame): Value {
    const found = this.target('#', frame);
    if (!isObjectValue(found) || found.get('$recursiveAnchor') !== true) return found;
    return this.#outermost(frame.scope, ({ recursive, root }) => (recursive ? root : undefined)) ?? found;
  }

  #outermost(scope: DynamicScope, of: (resource: DynamicScope['resource']) => Value | undefined): Value | undefined {
    let last: Value | undefined;
    for (let at: DynamicScope | undefined = scope; at !== undefined; at = at.outer) last = of(at.resource) ?? last;
    return last;
  }

  get formats(): boolean {
    return this.#ports.formats;
  }

  test(pattern: string, text: string): boolean {
    return this.#ports.test(pattern, text);
  }

  isWriteOnly(name: string, frame: Frame): boolean {
    if (!frame.place.resource.dialect.startsWith('openapi')) return false;
    const searched = new Set<Value>();
    for (let at: Frame | undefined = frame; at !== undefined; at = at.outer)
      if (this.#hasWriteOnlyMember(at.schema, name, searched)) return true;
    return false;
  }

  #hasWriteOnlyMember(schema: Value, name: string, searched: Set<Value>): boolean {
    if (!isObjectValue(schema) || searched.has(schema) || searched.size >= mostWriteOnly) return false;
    searched.add(schema);
    const properties = schema.get('properties');
    const member = properties !== undefined && isObjectValue(properties) ? properties.get(name) : undefined;
    if (member !== undefined && this.#hasWriteOnly(member, 0)) return true;
    return this.#combined(schema).some((part) => this.#hasWriteOnlyMember(part, name, searched));
  }

  /** Whether a schema, the target of its reference or a part of its `allOf` is `writeOnly`. */
  #hasWriteOnly(schema: Value, depth: number): boolean {
    if (!isObjectValue(schema) || depth > deepestWriteOnly) return false;
    return schema.get('writeOnly') === true || this.#combined(schema).some((part) => this.#hasWriteOnly(part, depth + 1));
  }

  /** The schemas that apply together with a schema: the target of its reference and the parts of its `allOf`. */
  #combined(schema: ObjectValue): readonly Value[] {
    const reference = schema.get('$ref');
    const parts = schema.get('allOf');
    return [
      ...(typeof reference === 'string' ? [this.#set.target(reference, this.#set.placeOf(schema))] : []),
      ...(parts !== undefined && isArrayValue(parts) ? parts : []),
    ];
  }

  reads(name: string, { instance, path }: Frame, keyword: string, holdsFor: (value: Value) => boolean): void {
    const value = isObjectValue(instance) ? instance.get(name) : undefined;
    if (value === undefined) return;
    this.#ports.used?.({ keyword, value, path: [...pathOf(path), name], holds: true, holdsFor });
  }
}
