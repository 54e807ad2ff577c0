import { diagnostic, type Diagnostic, type RelatedPlace } from '../../diagnostic.ts';
import type { LayerKind, Variable } from '../../semantics/variables/variables.ts';
import { definitionsIn, sameNames } from '../../semantics/variables/fileDefinitions.ts';
import { isRequest, type Block, type DefinitionNode } from '../../syntax/nodes.ts';
import { cacheMerged } from '../../incremental/blockCache.ts';
import { sharedKind, type Collection } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { environmentOccurrences } from '../navigation/environmentOccurrences.ts';
import { occurrencesIn, occurrencesOf } from '../navigation/occurrences.ts';

/** The layers that a file's definitions hide. */
const below: ReadonlySet<LayerKind> = new Set(['folder', 'environment', 'collection', 'shared']);

const firstDefinitions = cacheMerged(definitionsIn, sameNames, (blocks): readonly FirstDefinition[] => {
  const firsts = new Map<string, FirstDefinition>();
  for (const [block, definitions] of blocks.entries())
    for (const [nth, { name }] of definitions.entries()) if (!firsts.has(name)) firsts.set(name, { name, block, nth });
  return [...firsts.values()];
});

interface FirstDefinition {
  readonly name: string;
  readonly block: number;
  readonly nth: number;
}

interface Hidden {
  readonly by: FirstDefinition;
  readonly variable: Variable;
}

const hiddenBy = new WeakMap<
  readonly FirstDefinition[],
  { readonly collection: Collection; readonly environment: string | undefined; readonly hidden: readonly Hidden[] }
>();

/** The variables that a file's definitions hide. They depend on the surrounding files, which are the same for all its requests. */
function hiddenIn(view: FileView, request: Block): readonly Hidden[] {
  const { collection, environment } = view;
  const firsts = firstDefinitions(view.tree);
  const known = hiddenBy.get(firsts);
  if (known?.collection === collection && known.environment === environment) return known.hidden;
  const { scope } = view.look(request);
  const hidden: Hidden[] = [];
  for (const by of firsts) {
    const variable = scope.findAll(by.name).find((v) => below.has(v.origin.layer));
    if (variable !== undefined) hidden.push({ by, variable });
  }
  hiddenBy.set(firsts, { collection, environment, hidden });
  return hidden;
}

/** Reports `@` definitions that hide a variable of a folder, the environment or the collection, unless they refer to it. */
export function* shadowed(view: FileView): Generator<Diagnostic> {
  const { tree, file } = view;
  const request = tree.blocks.find(isRequest);
  if (sharedKind(file) !== undefined || request === undefined) return;
  for (const { by, variable } of hiddenIn(view, request)) {
    const block = tree.blocks[by.block] as Block;
    if (!occurrencesIn(tree, block).some((o) => o.owner === by.name && o.name === by.name))
      yield hint(block.definitions[by.nth] as DefinitionNode, variable, view);
  }
}

function hint({ name }: DefinitionNode, hidden: Variable, view: FileView): Diagnostic {
  const { layer, environment, file = '' } = hidden.origin;
  const of =
    layer === 'environment' ? `the environment ${environment}` : layer === 'shared' ? 'every environment ($shared)' : view.display(file);
  const place = placeOf(hidden, view);
  return diagnostic(
    'shadowed-variable',
    'hint',
    name,
    `In this file ${name.text} hides the definition in ${of}.`,
    place === undefined ? {} : { related: [place] },
  );
}

function placeOf({ name, origin }: Variable, { collection }: FileView): RelatedPlace | undefined {
  const { file, environment } = origin;
  const shared = collection.shared.find((s) => s.file === file);
  const environments = collection.environmentFiles.find((f) => f.file === file);
  const all = shared !== undefined ? occurrencesOf(shared.tree, name) : environments && environmentOccurrences(environments).get(name);
  const found = all?.findLast((o) => o.form === 'definition' || (o.form === 'environment' && o.environment === environment));
  return file === undefined || found === undefined ? undefined : { file, range: found.range, message: `${name} is defined here.` };
}
