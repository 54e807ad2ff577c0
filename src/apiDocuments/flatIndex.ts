import type { ApiIndex, ApiMember, ApiOperation, ApiShape } from '../language/index.ts';

type Index = Omit<ApiIndex, 'files'>;

interface FlatShape extends Omit<ApiShape, 'members' | 'items'> {
  readonly members?: readonly (Omit<ApiMember, 'shape'> & { readonly shape: number })[];
  readonly items?: number;
}

const withShape = <T>(member: Omit<ApiMember, 'shape'>, shape: T): Omit<ApiMember, 'shape'> & { readonly shape: T } => ({
  ...member,
  shape,
});

/** Some of the operations or shapes of an index, in order. */
export type FlatPart =
  | { readonly kind: 'operations'; readonly operations: readonly unknown[] }
  | { readonly kind: 'shapes'; readonly shapes: readonly FlatShape[] };

/** An index without operations and shapes. */
export interface FlatHead {
  readonly index: unknown;
  readonly shapes: number;
}

/**
 * An index whose shapes are numbers, because chains of shapes are too deep for messages between threads. It is sent in parts, because a
 * thread is blocked while it receives a message.
 */
export interface FlatIndex {
  readonly head: FlatHead;
  readonly parts: readonly FlatPart[];
}

/** Maximum objects in a part. */
const mostInPart = 4000;

/** Replaces the shapes of an operation. */
const withShapes = (operation: ApiOperation, change: (shape: ApiShape) => unknown): unknown => ({
  ...operation,
  parameters: operation.parameters.map((p) => ({ ...p, shape: change(p.shape) })),
  responses: operation.responses.map((r) => ({ ...r, headers: r.headers.map((h) => ({ ...h, shape: change(h.shape) })) })),
  body: operation.body && { ...operation.body, content: operation.body.content.map((c) => ({ ...c, shape: change(c.shape) })) },
});

export function flatten(index: Index): FlatIndex {
  const ids = new Map<ApiShape, number>();
  const all: ApiShape[] = [];
  const idOf = (shape: ApiShape): number => {
    const known = ids.get(shape);
    if (known !== undefined) return known;
    ids.set(shape, all.length);
    return all.push(shape) - 1;
  };
  const operations = index.operations.map((operation) => withShapes(operation, idOf));
  const shapes: FlatShape[] = [];
  // The list grows while it is read.
  for (const { members, items, ...rest } of all)
    shapes.push({
      ...rest,
      ...(members === undefined ? {} : { members: members.map((member) => withShape(member, idOf(member.shape))) }),
      ...(items === undefined ? {} : { items: idOf(items) }),
    });
  const parts: FlatPart[] = [
    ...inParts(shapes, (s) => 1 + (s.members?.length ?? 0)).map((part) => ({ kind: 'shapes', shapes: part }) as const),
    ...inParts(operations, (_, i) => sizeOf(index.operations[i])).map((part) => ({ kind: 'operations', operations: part }) as const),
  ];
  return { head: { index: { ...index, operations: [] }, shapes: shapes.length }, parts };
}

/** Approximate number of objects of an operation. */
const sizeOf = (operation: ApiOperation | undefined): number =>
  operation === undefined
    ? 0
    : 10 +
      operation.parameters.length +
      (operation.body?.content.length ?? 0) +
      operation.responses.reduce((n, r) => n + r.headers.length + 1, 0);

function inParts<T>(items: readonly T[], sizeOfItem: (item: T, i: number) => number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let size = mostInPart;
  for (const [i, item] of items.entries()) {
    if (size >= mostInPart) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(item);
    size += sizeOfItem(item, i);
  }
  return parts;
}

/** Rebuilds an index from its parts. */
export class Inflating {
  readonly #index: Index;
  readonly #shapes: readonly ApiShape[];
  readonly #operations: ApiOperation[] = [];
  #filled = 0;

  constructor({ index, shapes }: FlatHead) {
    this.#index = index as Index;
    this.#shapes = Array.from({ length: shapes }, () => ({ types: [], description: '' }));
  }

  /** In order. */
  add(part: FlatPart): void {
    if (part.kind === 'shapes') for (const shape of part.shapes) this.#fill(shape);
    else
      for (const operation of part.operations) this.#operations.push(withShapes(operation as ApiOperation, this.#shapeOf) as ApiOperation);
  }

  index(): Index {
    return { ...this.#index, operations: this.#operations };
  }

  #fill({ members, items, ...rest }: FlatShape): void {
    const shape = this.#shapes[this.#filled++];
    if (shape === undefined) return;
    Object.assign(shape, rest, {
      ...(members === undefined ? {} : { members: members.map((member) => withShape(member, this.#shapeOf(member.shape))) }),
      ...(items === undefined ? {} : { items: this.#shapeOf(items) }),
    });
  }

  readonly #shapeOf = (id: unknown): ApiShape => this.#shapes[id as number] as ApiShape;
}
