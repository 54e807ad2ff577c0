import { t } from '../../../../base/l10n.ts';
import { contains, type Range } from '../../../../base/text/text.ts';
import type { CodeAction, FileEdits } from '../../../edit.ts';
import type { EnvironmentFile } from '../../../semantics/variables/environmentFile.ts';
import { folderOf, join } from '../../../workspace/workspacePaths.ts';
import { movedVariable, privateName } from '../../edits/moveVariable.ts';
import { environmentSecrets, type EnvironmentSecret } from '../environmentFile.ts';

/** Quick fixes for credentials at a range of an environment file. `files` are the environment files of its collection. */
export function environmentFixes(of: EnvironmentFile, files: readonly EnvironmentFile[], at: Range): readonly CodeAction[] {
  return [...environmentSecrets(of)]
    .filter(({ range }) => contains(range, at.start) || contains(range, at.end))
    .flatMap((secret) => Array.from(fixesOf(of, files, secret)));
}

function* fixesOf(of: EnvironmentFile, files: readonly EnvironmentFile[], secret: EnvironmentSecret): Generator<CodeAction> {
  const { range, name, value } = secret;
  const mends = { id: 'possible-secret', range } as const;
  // The match contains only the first line of a private key.
  if (!value.startsWith('-----')) {
    const edits: FileEdits[] = [{ file: of.file, edits: [{ range, newText: `{{$secret.${name}}}` }] }];
    const command = { kind: 'keep-secret', name, value } as const;
    yield { title: t('Move to the secret storage as {0}', name), kind: 'quickfix', edits, mends, preferred: true, command };
  }
  const path = join(folderOf(of.file), privateName);
  const edits = movedVariable(
    of,
    path,
    files.find((f) => f.file === path),
    secret,
  );
  if (edits !== undefined) yield { title: t('Move {0} to {1}', secret.variable, privateName), kind: 'quickfix', edits, mends };
}
