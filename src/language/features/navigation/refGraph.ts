import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import { refDirectives } from '../../semantics/request/requestIndex.ts';
import { namesCaptured, namesSetBy } from '../../semantics/variables/mentions/scriptSetters.ts';
import { directiveOf, isRequest, nameOf, titleOf } from '../../syntax/nodes.ts';

/** The `@ref`s between the requests of one file. A request is identified by the number of its block. */
export interface RefGraph {
  /** Dependencies of each block: numbers of requests of this file, and names without a request in this file. */
  readonly needs: readonly (readonly (number | string)[])[];
  /** Requests by the names that they provide: their own names, and the variables that their scripts set. */
  readonly providers: ReadonlyMap<string, readonly number[]>;
  /** The request that a name refers to: the first with that `@name`, else the first with that title. */
  readonly byName: ReadonlyMap<string, number>;
  /** Whether no request depends on one of another file. */
  readonly isClosed: boolean;
}

/** Facts about a block with a request. */
interface Part {
  readonly name: string;
  readonly declared: boolean;
  readonly title: string;
  readonly refs: readonly string[];
  readonly sets: readonly string[];
}

const partsIn = cachePerBlock((tree, block): Part | undefined => {
  if (!isRequest(block)) return undefined;
  const scripts = [...block.preScripts, ...block.responseScripts].map((node) => ({ node, tree, file: '' }));
  return {
    name: nameOf(block),
    declared: (directiveOf(block, 'name') ?? '') !== '',
    title: titleOf(block),
    refs: refDirectives(block).map((d) => d.argument?.text ?? ''),
    sets: [...namesSetBy(scripts), ...namesCaptured(block)],
  };
});

const isSame = (a: Part | undefined, b: Part | undefined): boolean =>
  a?.name === b?.name &&
  a?.declared === b?.declared &&
  a?.title === b?.title &&
  a?.refs.join('\n') === b?.refs.join('\n') &&
  a?.sets.join('\n') === b?.sets.join('\n');

/** The graph of a file. It stays the same object while names, `@ref`s and the names set by scripts are equal. */
export const refGraph = cacheMerged(partsIn, isSame, newGraph);

function newGraph(parts: readonly (Part | undefined)[]): RefGraph {
  const providers = new Map<string, number[]>();
  const byName = new Map<string, number>();
  const add = (name: string, block: number): void => {
    const known = providers.get(name);
    if (known === undefined) providers.set(name, [block]);
    else known.push(block);
  };
  for (const [i, part] of parts.entries()) {
    if (part === undefined) continue;
    for (const name of new Set([part.name, part.title, ...part.sets])) add(name, i);
    const known = byName.get(part.name);
    if (part.name !== '' && (known === undefined || (part.declared && parts[known]?.declared !== true))) byName.set(part.name, i);
  }
  const needs = parts.map((part) => part?.refs.map((name) => byName.get(name) ?? name) ?? []);
  return { needs, providers, byName, isClosed: needs.every((all) => all.every((one) => typeof one === 'number')) };
}
