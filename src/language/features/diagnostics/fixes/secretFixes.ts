import { t } from '../../../../base/l10n.ts';
import { secretsIn } from '../possibleSecret.ts';
import { fix, type Fixer } from './fixer.ts';

/** Moves credentials to the secret storage and inserts a placeholder. Not in scripts, where placeholders are not filled. */
export const moveToSecrets: Fixer = function* moveToSecrets(input) {
  const { view, block, diagnostic } = input;
  const { start } = diagnostic.range;
  const secret = secretsIn(view.tree, block).find((s) => s.range.start === start);
  const inScript = block.nodes.some((n) => n.kind === 'script' && n.range.start <= start && start < n.range.end);
  // The match contains only the first line of a private key.
  if (secret === undefined || inScript || secret.value.startsWith('-----')) return;
  const { name, value, range } = secret;
  yield fix(input, t('Move to the secret storage as {0}', name), [{ range, newText: `{{$secret.${name}}}` }], {
    preferred: true,
    command: { kind: 'keep-secret', name, value },
  });
};
