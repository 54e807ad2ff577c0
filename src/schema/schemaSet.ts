import { keyOfToken } from '../base/text/jsonPointer.ts';
import { percentDecoded } from '../base/text/percentDecoding.ts';
import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../base/values/value.ts';
import { childrenOf } from './childrenOf.ts';
import { dialectOf, newestDialect, openApiDialect, rulesOf, type Dialect } from './dialects.ts';
import { metaSchemas } from './metaSchemas.ts';
import { plainWork, type SchemaWork } from './schemaWork.ts';

/** A schema with a URI of its own: a document, or a part of one with `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: Value;
  readonly dialect: Dialect;
  /** The validation keywords have an effect (`$vocabulary`). */
  readonly validates: boolean;
  readonly anchors: Map<string, Value>;
  readonly dynamicAnchors: Map<string, Value>;
  readonly recursive: boolean;
}

/** The place of a schema. */
export interface SchemaPlace {
  readonly resource: Resource;
  /** URI of the document and a JSON pointer, such as `file:///api/user.json#/properties/id`. */
  readonly location: string;
}

/** Returns a document, or why it cannot be read; undefined if this URI is not read at all. */
export type LoadDocument = (uri: string) => Promise<{ readonly value: Value } | { readonly problem: string } | undefined>;

/** A schema that cannot be used: a reference without a target, an unknown dialect. */
export class SchemaProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Number of schemas or references between two calls of `goOn`. */
const turn = 1024;

interface Found {
  readonly value: Value;
  readonly resource: Resource;
  readonly location: string;
}

interface PendingReference {
  readonly uri: string;
  readonly reference: string;
  readonly from: SchemaPlace;
}

const withoutFragment = (uri: string): string => {
  const at = uri.indexOf('#');
  return at < 0 ? uri : uri.slice(0, at);
};

/** @throws {SchemaProblem} if the reference is not a URI reference */
function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaProblem(`${reference} cannot be resolved against ${base}`);
  }
}

/** Schemas that refer to each other. All documents are loaded before validation; the set itself fetches nothing. */
export class SchemaSet {
  readonly #load: LoadDocument;
  readonly #resources = new Map<string, Resource>();
  readonly #places = new Map<ObjectValue, SchemaPlace>();
  /** References that are not followed yet. */
  readonly #pending: PendingReference[] = [];
  readonly #problems = new Map<string, string>();
  /** References by their target, as written. */
  readonly #references = new Map<string, string>();

  readonly #work: SchemaWork;
  #looked = 0;

  constructor(load: LoadDocument, work = plainWork) {
    this.#load = load;
    this.#work = work;
  }

  /**
   * Adds a schema and all documents that it refers to.
   * @returns the schema at the fragment of the URI
   * @throws {SchemaProblem} if there is none, or it is not a schema
   */
  async add(uri: string, value: Value | undefined): Promise<Value> {
    if (value !== undefined) {
      await this.#knowDialect(value);
      await this.#work.run(() => this.#document(withoutFragment(uri), value, undefined));
    } else await this.#fetch(withoutFragment(uri), undefined);
    const schema = this.#at(uri, uri);
    await this.#work.run(() => this.#adopt(schema, uri));
    await this.#follow();
    return schema;
  }

  placeOf(schema: ObjectValue): SchemaPlace {
    const place = this.#places.get(schema);
    if (place === undefined) throw new SchemaProblem('a schema was found at a place that holds none');
    return place;
  }

  /** The target of a `$ref`. @throws {SchemaProblem} if there is none */
  target(reference: string, from: SchemaPlace): Value {
    const uri = resolveUri(reference, from.resource.uri);
    const schema = this.#at(uri, `$ref ${reference}`);
    this.#adopt(schema, uri);
    return schema;
  }

  /** The resource of a reference and its anchor. */
  anchorOf(reference: string, from: SchemaPlace): { readonly resource: Resource; readonly anchor: string } | undefined {
    const uri = resolveUri(reference, from.resource.uri);
    const resource = this.#resources.get(withoutFragment(uri));
    return resource && { resource, anchor: percentDecoded(uri.slice(withoutFragment(uri).length + 1)) };
  }

  /** Why references have no target. Checks only fail if a value reaches them. */
  *brokenReferences(): Generator<string> {
    for (const [uri, reference] of this.#references) {
      this.#look();
      try {
        this.#at(uri, `$ref ${reference}`);
      } catch (e) {
        if (!(e instanceof SchemaProblem)) throw e;
        yield e.message;
      }
    }
  }

  async #follow(): Promise<void> {
    for (;;) {
      const absent = await this.#work.run(() => this.#toAbsent());
      if (absent === undefined) return;
      await this.#fetch(withoutFragment(absent.uri), absent);
    }
  }

  /** Follows references up to one whose document is not loaded yet, which stays pending. */
  #toAbsent(): PendingReference | undefined {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#look();
      const document = withoutFragment(next.uri);
      if (this.#resources.has(document)) {
        const found = this.#find(next.uri);
        if (found !== undefined) this.#adopt(found.value, next.uri);
      } else if (!this.#problems.has(document)) {
        this.#pending.push(next);
        return next;
      }
    }
    return undefined;
  }

  #look(): void {
    if (++this.#looked % turn === 0) this.#work.goOn();
  }

  async #fetch(uri: string, by: { readonly reference: string; readonly from: SchemaPlace } | undefined): Promise<void> {
    if (this.#resources.has(uri) || this.#problems.has(uri)) return;
    const known = metaSchemas().get(uri);
    let loaded = known === undefined ? await this.#load(uri) : { value: known };
    // The schema has an `$id` elsewhere, and the file that it means is beside it.
    if (loaded === undefined && by !== undefined)
      loaded = await this.#load(withoutFragment(resolveUri(by.reference, withoutFragment(by.from.location))));
    if (loaded === undefined) this.#problems.set(uri, `${uri} is not in the collection, and schemas are not fetched from the network`);
    else if ('problem' in loaded) this.#problems.set(uri, loaded.problem);
    else {
      await this.#knowDialect(loaded.value);
      const { value } = loaded;
      await this.#work.run(() => this.#document(uri, value, by?.from.resource.dialect));
    }
  }

  /** Loads the meta-schema of a dialect that is not built in. */
  async #knowDialect(value: Value): Promise<void> {
    const named = isObjectValue(value) ? value.get('$schema') : undefined;
    if (typeof named === 'string' && dialectOf(named) === undefined) await this.#fetch(withoutFragment(named), undefined);
  }

  #document(uri: string, value: Value, inherited: Dialect | undefined): void {
    if (this.#resources.has(uri)) return;
    const openApi = openApiDialect(value);
    const made = this.#resource(uri, value, openApi ?? inherited ?? newestDialect);
    this.#resources.set(uri, made);
    if (openApi === undefined) this.#scan(value, made, `${uri}#`, true);
    else if (isObjectValue(value)) this.#places.set(value, { resource: made, location: `${uri}#` });
  }

  #resource(uri: string, root: Value, inherited: Dialect): Resource {
    const named = isObjectValue(root) ? root.get('$schema') : undefined;
    const own = typeof named === 'string' ? this.#dialectNamed(named, inherited) : undefined;
    return {
      uri,
      root,
      dialect: own?.dialect ?? inherited,
      validates: own?.validates ?? true,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      recursive: isObjectValue(root) && root.get('$recursiveAnchor') === true,
    };
  }

  #dialectNamed(named: string, inherited: Dialect): { readonly dialect: Dialect; readonly validates: boolean } {
    const dialect = dialectOf(named);
    if (dialect !== undefined) return { dialect, validates: true };
    const meta = this.#resources.get(withoutFragment(named));
    if (meta === undefined || !isObjectValue(meta.root)) throw new SchemaProblem(`the dialect ${named} is not known`);
    const vocabulary = meta.root.get('$vocabulary') ?? null;
    const validates = !isObjectValue(vocabulary) || [...vocabulary.keys()].some((key) => key.endsWith('/vocab/validation'));
    return { dialect: meta.dialect ?? inherited, validates };
  }

  /** Records the resources, anchors and references of a schema and those inside it. */
  #scan(schema: Value, within: Resource, location: string, isRoot = false): void {
    const waiting = this.#scanOne({ value: schema, resource: within, location }, isRoot).toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#look();
      // In the order of the document.
      for (const child of this.#scanOne(next, false).toReversed()) waiting.push(child);
    }
  }

  /** @returns the schemas directly inside the schema */
  #scanOne({ value: schema, resource: within, location }: Found, isRoot: boolean): readonly Found[] {
    if (!isObjectValue(schema) || this.#places.has(schema)) return [];
    let resource = within;
    const { refAlone, idKeyword } = rulesOf[within.dialect];
    const reference = schema.get('$ref');
    const isAlone = refAlone && typeof reference === 'string';
    const id = isAlone ? undefined : schema.get(idKeyword);
    if (typeof id === 'string') resource = this.#identified(schema, id, within, isRoot);
    const place = { resource, location };
    this.#places.set(schema, place);
    if (typeof reference === 'string') this.#refer(reference, place);
    if (isAlone) return [];
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const more = schema.get(keyword);
      if (typeof more === 'string') this.#refer(more, place);
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = schema.get(keyword);
      if (typeof anchor !== 'string') continue;
      resource.anchors.set(anchor, schema);
      if (keyword === '$dynamicAnchor') resource.dynamicAnchors.set(anchor, schema);
    }
    return Array.from(childrenOf(schema), ([pointer, value]) => ({ value, resource, location: `${location}/${pointer}` }));
  }

  #identified(schema: ObjectValue, id: string, within: Resource, isRoot: boolean): Resource {
    if (id.startsWith('#')) {
      if (rulesOf[within.dialect].idAnchors) within.anchors.set(id.slice(1), schema);
      return within;
    }
    const uri = resolveUri(id, within.uri);
    const plain = withoutFragment(uri);
    const own = isRoot ? { ...within, uri: plain } : this.#resource(plain, schema, within.dialect);
    if (!this.#resources.has(plain) || isRoot) this.#resources.set(plain, own);
    // The address of the document stays valid.
    if (isRoot) this.#resources.set(within.uri, own);
    const fragment = uri.slice(plain.length + 1);
    if (fragment !== '' && rulesOf[within.dialect].idAnchors) own.anchors.set(fragment, schema);
    return own;
  }

  #refer(reference: string, from: SchemaPlace): void {
    const uri = resolveUri(reference, from.resource.uri);
    if (!this.#references.has(uri)) this.#references.set(uri, reference);
    this.#pending.push({ uri, reference, from });
  }

  /** Scans a schema that was only reached by a reference, at a place where no keyword expects one. */
  #adopt(schema: Value, uri: string): void {
    if (!isObjectValue(schema) || this.#places.has(schema)) return;
    const found = this.#find(uri);
    if (found !== undefined) this.#scan(schema, found.resource, found.location);
  }

  #at(uri: string, shown: string): Value {
    const document = withoutFragment(uri);
    const resource = this.#resources.get(document);
    if (resource === undefined) throw new SchemaProblem(this.#problems.get(document) ?? `${shown} leads to no schema`);
    const found = this.#find(uri);
    if (found === undefined)
      throw new SchemaProblem(`${shown} leads to no schema: ${document} has no #${percentDecoded(uri.slice(document.length + 1))}`);
    if (!isObjectValue(found.value) && typeof found.value !== 'boolean')
      throw new SchemaProblem(`${shown} leads to no schema: a schema is an object, true or false`);
    return found.value;
  }

  #find(uri: string): Found | undefined {
    const document = withoutFragment(uri);
    const start = this.#resources.get(document);
    if (start === undefined) return undefined;
    const fragment = percentDecoded(uri.slice(document.length + 1));
    if (fragment === '') return { value: start.root, resource: start, location: `${document}#` };
    if (!fragment.startsWith('/')) {
      const value = start.anchors.get(fragment);
      return value === undefined ? undefined : { value, resource: start, location: uri };
    }
    let value = start.root;
    let resource = start;
    for (const step of fragment.slice(1).split('/')) {
      const key = keyOfToken(step);
      const next = isObjectValue(value) ? value.get(key) : isArrayValue(value) && /^\d+$/.test(key) ? value[Number(key)] : undefined;
      if (next === undefined) return undefined;
      value = next;
      if (isObjectValue(value)) resource = this.#places.get(value)?.resource ?? resource;
    }
    return { value, resource, location: `${document}#${fragment}` };
  }
}
