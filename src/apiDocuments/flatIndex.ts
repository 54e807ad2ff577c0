import type { ApiIndex, ApiOperation, ApiShape } from '../language/index.ts';

type Index = Omit<ApiIndex, 'files'>;

interface FlatShape extends Omit<ApiShape, 'members' | 'items'> {
  readonly members?: readonly { readonly name: string; readonly required: boolean; readonly readOnly: boolean; readonly shape: number }[];
  readonly items?: number;
}

/** An index whose shapes are numbers. Chains of shapes are too deep for messages between threads. */
export interface FlatIndex {
  readonly index: unknown;
  readonly shapes: readonly FlatShape[];
}

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
      ...(members === undefined
        ? {}
        : { members: members.map(({ name, required, readOnly, shape }) => ({ name, required, readOnly, shape: idOf(shape) })) }),
      ...(items === undefined ? {} : { items: idOf(items) }),
    });
  return { index: { ...index, operations }, shapes };
}

export function inflate({ index, shapes }: FlatIndex): Index {
  const made: ApiShape[] = shapes.map(() => ({ types: [], description: '' }));
  const shapeOf = (id: unknown): ApiShape => made[id as number] as ApiShape;
  for (const [i, { members, items, ...rest }] of shapes.entries())
    Object.assign(made[i] as ApiShape, rest, {
      ...(members === undefined
        ? {}
        : { members: members.map(({ name, required, readOnly, shape }) => ({ name, required, readOnly, shape: shapeOf(shape) })) }),
      ...(items === undefined ? {} : { items: shapeOf(items) }),
    });
  const flat = index as Index;
  return { ...flat, operations: flat.operations.map((operation) => withShapes(operation, shapeOf) as ApiOperation) };
}
