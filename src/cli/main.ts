import { toFailure } from '../base/reqError.ts';
import { version } from '../../package.json';
import { readCommandLine } from './commandLine/args.ts';
import { endAfterBrokenPipe, isBrokenPipe } from './output/brokenPipe.ts';
import { run as runCommand } from './commands/runCommand.ts';
import { send } from './commands/sendCommand.ts';
import { endProcess } from './output/endProcess.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './output/exitCode.ts';
import type { CommandName } from './commandLine/commands.ts';
import { helpText } from './commandLine/help.ts';
import { createOutput, flushed } from './output/output.ts';
import { dialects, useDialect } from './world/readForeign.ts';
import { printFailure } from './print/printFailure.ts';

/** The function of a command. Commands that send nothing are loaded on demand. */
async function commandOf(name: CommandName): Promise<typeof send> {
  if (name === 'send') return send;
  if (name === 'run') return runCommand;
  const { check, completion, exportFrom, fetchDocuments, fetchSchema, format, importInto, init, list, lsp } =
    await import('./commands/withFiles.ts');
  return {
    list,
    check,
    format,
    import: importInto,
    export: exportFrom,
    init,
    graphql: fetchSchema,
    openapi: fetchDocuments,
    completion,
    lsp,
  }[name];
}

async function main(argv: readonly string[]): Promise<ExitCode> {
  const invocation = readCommandLine(argv);
  switch (invocation.kind) {
    case 'help': {
      const stream = invocation.asked ? process.stdout : process.stderr;
      // A terminal of unknown size has 0 columns.
      stream.write(helpText(invocation.command, stream.isTTY ? stream.columns || undefined : undefined));
      return invocation.asked ? exitCodes.ok : exitCodes.usage;
    }
    case 'version':
      process.stdout.write(`${version}\n`);
      return exitCodes.ok;
    case 'command':
      useDialect(invocation.options.oneOf('dialect', dialects));
      return (await commandOf(invocation.command))(invocation.options, invocation.operands);
  }
}

async function run(): Promise<void> {
  // Holds if nothing is left to wait for although the command has not ended.
  process.exitCode = exitCodes.defect;
  process.stdout.on('error', (e: NodeJS.ErrnoException) => {
    // The reader closed the pipe (`| head`).
    if (isBrokenPipe(e)) return void endAfterBrokenPipe();
    printFailure({ kind: 'usage', message: `Standard output cannot be written: ${e.message}.` }, createOutput(undefined).err);
    void endAfterBrokenPipe(exitCodes.usage);
  });
  process.stderr.on('error', () => {});
  let code: ExitCode;
  try {
    code = await main(process.argv.slice(2));
  } catch (e) {
    const failure = toFailure(e);
    printFailure(failure, createOutput(undefined).err);
    code = exitCodeOf(failure.kind);
  }
  await flushed(process.stdout);
  await flushed(process.stderr);
  endProcess(code);
}

void run();
