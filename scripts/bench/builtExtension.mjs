// Req as it is packaged, so far as a window reads it.
import fs from 'node:fs';
import path from 'node:path';
import { repository, runCommand } from '../command.mjs';

/** Builds the extension into a folder below `scratch` and returns that folder. */
export async function builtExtension(scratch) {
  const folder = path.join(scratch, 'extension');
  const parts = ['package.json', 'package.nls.json', 'language-configuration.json', 'media', 'schemas', 'snippets', 'syntaxes', 'l10n'];
  for (const part of parts)
    if (fs.existsSync(path.join(repository, part))) fs.cpSync(path.join(repository, part), path.join(folder, part), { recursive: true });
  const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', path.join(folder, 'dist')]);
  if (code !== 0) throw new Error('There is no build to measure.');
  return folder;
}
