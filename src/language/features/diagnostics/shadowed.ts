import { diagnostic, type Diagnostic, type RelatedPlace } from '../../diagnostic.ts';
import { definitionsIn, type LayerKind, type Variable } from '../../semantics/variables.ts';
import { isRequest, type Block, type DefinitionNode } from '../../syntax/nodes.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { environmentOccurrences } from '../environmentOccurrences.ts';
import { occurrencesIn, occurrencesOf } from '../occurrences.ts';

/** The layers that a file's definitions hide. */
const below: ReadonlySet<LayerKind> = new Set(['folder', 'environment', 'collection', 'shared']);

/** `@` definitions that hide a variable of a folder, the environment or the collection. One that names itself means to. */
export function* shadowed(view: FileView): Generator<Diagnostic> {
  const { tree, file } = view;
  const request = tree.blocks.find(isRequest);
  if (sharedKind(file) !== undefined || request === undefined) return;
  const told = new Set<string>();
  for (const [i, definitions] of definitionsIn(tree).entries()) {
    for (const [nth, { name }] of definitions.entries()) {
      if (told.has(name)) continue;
      told.add(name);
      // What stands around a file is the same for all its requests.
      const hidden = view
        .look(request)
        .scope.findAll(name)
        .find((v) => below.has(v.origin.layer));
      const block = tree.blocks[i] as Block;
      if (hidden === undefined || occurrencesIn(tree, block).some((o) => o.owner === name && o.name === name)) continue;
      yield hint(block.definitions[nth] as DefinitionNode, hidden, view);
    }
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
    `In this file ${name.text} hides that of ${of}.`,
    place === undefined ? {} : { related: [place] },
  );
}

/** Where the hidden one is defined. */
function placeOf({ name, origin }: Variable, { collection }: FileView): RelatedPlace | undefined {
  const { file, environment } = origin;
  const shared = collection.shared.find((s) => s.file === file);
  const environments = collection.environmentFiles.find((f) => f.file === file);
  const all = shared !== undefined ? occurrencesOf(shared.tree, name) : environments && environmentOccurrences(environments).get(name);
  const found = all?.findLast((o) => o.form === 'definition' || (o.form === 'environment' && o.environment === environment));
  return file === undefined || found === undefined ? undefined : { file, range: found.range, message: `${name} is defined here.` };
}
