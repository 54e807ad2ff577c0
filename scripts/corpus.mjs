// `npm run corpus -- DIR`: plays the cases of a folder's tables and prints how many hold. test/corpus/README.md says what they look like.
import path from 'node:path';
import { runCommand } from './command.mjs';

const folder = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? path.join(import.meta.dirname, '../test/corpus'));
process.exitCode = await runCommand(process.execPath, ['--import', 'tsx', 'test/support/corpus/main.ts', folder]);
