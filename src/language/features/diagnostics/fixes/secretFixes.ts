import { secretsIn } from '../possibleSecret.ts';
import { fix, type Fixer } from './fixer.ts';

/** Puts credentials into the secret storage, and their name in their place. In a script no placeholder would be filled. */
export const moveToSecrets: Fixer = function* moveToSecrets(input) {
  const { view, block, diagnostic } = input;
  const { start } = diagnostic.range;
  const secret = secretsIn(view.tree, block).find((s) => s.range.start === start);
  const inScript = block.nodes.some((n) => n.kind === 'script' && n.range.start <= start && start < n.range.end);
  // Of a private key only its first line is known here.
  if (secret === undefined || inScript || secret.value.startsWith('-----')) return;
  const { name, value, range } = secret;
  yield fix(input, `Move to the secret storage as ${name}`, [{ range, newText: `{{$secret.${name}}}` }], {
    preferred: true,
    command: { kind: 'keep-secret', name, value },
  });
};
