import type { JsonNode } from '../../../base/json/json.ts';
import type { Range } from '../../../base/text/text.ts';
import { parseTemplate, type Placeholder } from '../../syntax/template.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import type { FileView, ProjectFile } from '../../workspace/fileView.ts';
import { placeholdersOf } from './placeholders.ts';
import { scriptMentions } from '../../semantics/variables/mentions/scriptMentions.ts';

export interface SecretUse {
  readonly name: string;
  readonly file: string;
  /** The placeholder; in an environment file the string that contains it. */
  readonly range: Range;
}

/** `NAME` of `{{$secret.NAME}}`; undefined for any other placeholder. */
function secretNamed({ expression }: Placeholder): string | undefined {
  if (expression.kind !== 'path' || expression.segments.length !== 2) return undefined;
  const [root, name] = expression.segments;
  return root?.key === '$secret' ? String(name?.key) : undefined;
}

/** Every use of a secret in a collection: in requests, definitions, strings of scripts and environment files. */
export function* secretUses(view: Pick<FileView, 'files' | 'environmentFiles'>): Generator<SecretUse> {
  for (const file of view.files()) yield* secretUsesIn(file);
  for (const file of view.environmentFiles()) yield* secretUsesInEnvironments(file);
}

/** Every use of a secret in a request file. */
export function* secretUsesIn({ file, tree }: ProjectFile): Generator<SecretUse> {
  if (!tree.text.includes('$secret')) return;
  for (const block of tree.blocks) {
    for (const { placeholder } of placeholdersOf(tree, block)) yield* use(placeholder, file, placeholder.range);
    for (const script of [...block.preScripts, ...block.responseScripts])
      for (const mention of scriptMentions(tree, script))
        if (mention.kind === 'placeholder') yield* use(mention.placeholder, file, mention.placeOf(mention.placeholder.range));
  }
}

/** Every use of a secret in an environment file. */
export function* secretUsesInEnvironments({ file, root }: EnvironmentFile): Generator<SecretUse> {
  if (root !== undefined) yield* inJson(root, file);
}

function* use(placeholder: Placeholder, file: string, range: Range): Generator<SecretUse> {
  const name = secretNamed(placeholder);
  if (name !== undefined) yield { name, file, range };
}

function* inJson(node: JsonNode, file: string): Generator<SecretUse> {
  if (node.kind === 'object') for (const { value } of node.members) yield* inJson(value, file);
  else if (node.kind === 'array') for (const item of node.items) yield* inJson(item, file);
  else if (typeof node.value === 'string' && node.value.includes('$secret'))
    for (const part of parseTemplate(node.value).parts) if (part.kind === 'placeholder') yield* use(part, file, node.range);
}
