/** Names of the commands. */
export type CommandName = 'send' | 'run' | 'list' | 'check' | 'format' | 'import' | 'export' | 'lsp';

export interface Command {
  readonly name: CommandName;
  readonly usage: string;
  readonly summary: string;
  /** Lines that `req help NAME` prints below the summary. */
  readonly details: readonly string[];
}

export const commands: readonly Command[] = [
  {
    name: 'send',
    usage: 'req send FILE [-n NAME | -l LINE | --all]',
    summary: 'Send requests of a file and show the responses.',
    details: [
      'A file with one request needs no -n; FILE - reads standard input. Standard output holds the result alone,',
      'everything else goes to standard error.',
      '',
      'Exit codes: 0 all well, 1 a test or assertion failed, 2 bad usage or a file that cannot be read or parsed,',
      '3 undefined variables, 4 network, TLS or time-out, 5 script error, 130 cancelled.',
    ],
  },
  {
    name: 'run',
    usage: 'req run PATH…',
    summary: 'Run the requests of files and folders in order, as tests.',
    details: [
      'Files go by their paths, the requests of a file from top to bottom; what # @ref names goes first. Streams end after 30s,',
      'unless --max-time says another time. Reporters: pretty, dot, json, junit, html, tap, github; --reporter junit=FILE writes',
      'to a file, and several reporters write at once.',
      '',
      'Exit codes: those of req send.',
    ],
  },
  { name: 'list', usage: 'req list PATH…', summary: 'List the requests of files and folders.', details: [] },
  {
    name: 'check',
    usage: 'req check PATH…',
    summary: "Print the editor's diagnostics of files and folders.",
    details: ['Exit code 2 if any of them is an error, else 0.'],
  },
  {
    name: 'format',
    usage: 'req format FILE… [--check | --stdout]',
    summary: 'Format files and folders.',
    details: [
      'Prints the names of the files it changed. FILE - reads standard input and prints the result.',
      '',
      'Exit codes: 0 all well, 1 --check found a file that would change, 2 bad usage or a file that cannot be read or written.',
    ],
  },
  {
    name: 'import',
    usage: 'req import [FROM] INPUT… [-o DIR]',
    summary: 'Write requests of other clients as .req files.',
    details: [
      'FROM is curl, http, postman, bruno, openapi, har, insomnia, or auto, which looks at the input. INPUT is a file, a folder,',
      'or - for standard input. Standard output names the files that were written; what could not be carried over is told on',
      'standard error. Files that are there already are not replaced without --force. Credentials become {{$secret.NAME}}.',
      '',
      'Exit codes: 0 all well, 2 bad usage or an input that cannot be read.',
    ],
  },
  {
    name: 'export',
    usage: 'req export TO FILE [-n NAME | -l LINE] [-o FILE]',
    summary: 'Write requests for other clients and languages.',
    details: [
      'TO is curl, http, raw, fetch, python, httpx, go, java, csharp, powershell, httpie, har or artillery (a load test). Scripts',
      'before a request run, everything is looked up, nothing is sent. What is written reads secrets from environment variables;',
      'where it cannot, ••• stands for them. What is not carried over is told on standard error.',
      '',
      'Exit codes: those of req send --dry-run.',
    ],
  },
  {
    name: 'lsp',
    usage: 'req lsp',
    summary: 'The language service for other editors, over standard input and output.',
    details: ['Speaks the Language Server Protocol. docs/editors.md says how to set up Neovim, Helix and Zed.'],
  },
];

export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of the value in the help; a flag without one is a switch. */
  readonly value?: string;
  /** Whether the flag may be repeated. */
  readonly many?: true;
  readonly commands: readonly CommandName[];
  readonly summary: string;
}

const send = ['send'] as const;
const run = ['run'] as const;
const sending = ['send', 'run'] as const;
const choosing = ['send', 'run', 'export'] as const;
const exporting = ['export'] as const;
const every = ['send', 'run', 'list', 'check'] as const;
const formatting = ['format'] as const;
const coloured = [...every, 'format'] as const;
const importing = ['import'] as const;
const anyCommand = [...coloured, 'import', 'export', 'lsp'] as const;
const looking = ['send', 'run', 'check', 'export'] as const;

/** All flags, in the order of the help. */
export const flags = [
  { name: 'name', short: 'n', value: 'NAME', commands: choosing, summary: 'the request of that @name or title' },
  { name: 'line', short: 'l', value: 'LINE', commands: ['send', 'export'], summary: 'the request at that line' },
  { name: 'all', commands: send, summary: 'every request in order, but those with @disabled' },
  { name: 'tag', value: 'A,B', many: true, commands: run, summary: 'only requests with one of these tags' },
  { name: 'exclude-tag', value: 'A,B', many: true, commands: run, summary: 'no request with one of these tags' },
  { name: 'shard', value: 'I/N', commands: run, summary: 'the I-th of N parts of the files, for N machines' },
  { name: 'data', value: 'FILE', commands: run, summary: 'one pass for each row of a .csv, .json or .jsonl file; columns are variables' },
  { name: 'iterations', value: 'N', commands: run, summary: 'run everything N times' },
  { name: 'parallel', value: 'N', commands: run, summary: 'run up to N files in parallel' },
  { name: 'bail', commands: run, summary: 'stop after the first failed request' },
  { name: 'retry', value: 'N', commands: run, summary: 'retry a failed request up to N times' },
  { name: 'delay', value: 'MS', commands: run, summary: 'wait between two requests of a file: milliseconds, or a time such as 2s' },
  {
    name: 'reporter',
    value: 'NAME[=FILE]',
    many: true,
    commands: run,
    summary: 'pretty, dot, json, junit, html, tap or github; pretty by default',
  },
  { name: 'dry-run', commands: send, summary: 'run pre-request scripts, resolve everything, send nothing, print the message' },
  { name: 'env', value: 'NAME', commands: looking, summary: 'the environment of http-client.env.json' },
  { name: 'var', value: 'NAME=VALUE', many: true, commands: looking, summary: 'a variable; JSON but for strings keeps its type' },
  { name: 'vars', value: 'FILE', many: true, commands: looking, summary: 'a JSON object of variables; {"$date": "ISO"} is a date' },
  { name: 'secrets', value: 'FILE', commands: choosing, summary: 'secrets as NAME=VALUE lines or JSON; REQ_SECRET_NAME goes first' },
  { name: 'answer', value: 'LABEL=VALUE', many: true, commands: choosing, summary: 'the answer to {{?label}} or @prompt' },
  {
    name: 'undefined',
    value: 'error|keep',
    commands: choosing,
    summary: 'stop at undefined placeholders, or send them as written',
  },
  { name: 'check', commands: formatting, summary: 'change nothing; name the files that would change, and end with 1 if there are any' },
  { name: 'stdout', commands: formatting, summary: 'change nothing; print the formatted file' },
  {
    name: 'output',
    short: 'o',
    value: 'DIR',
    commands: importing,
    summary: 'write the files there; beside .http files, else in a new folder by default',
  },
  { name: 'secrets-file', value: 'FILE', commands: importing, summary: 'write the credentials found to this file, for --secrets' },
  { name: 'output', short: 'o', value: 'FILE', commands: exporting, summary: 'write to a file, which must not exist' },
  { name: 'with-secrets', commands: exporting, summary: 'write secrets as they are' },
  { name: 'force', commands: ['import', 'export'], summary: 'replace existing files' },
  { name: 'update-snapshots', commands: sending, summary: 'update the snapshots of ?? body matchesSnapshot' },
  { name: 'ci', commands: sending, summary: 'write no snapshots: a missing one is a failure; default if CI is set' },
  { name: 'json', commands: [...every, 'import'], summary: 'print JSON' },
  { name: 'jsonl', commands: send, summary: 'print a JSON line for each event of a stream, then {"summary": …}' },
  { name: 'body-only', commands: send, summary: "write the body's bytes to standard output as they come" },
  { name: 'output', short: 'o', value: 'FILE', commands: send, summary: "write the body's bytes to a file as they come" },
  { name: 'include', short: 'i', commands: send, summary: 'print the status line and the headers before the body' },
  { name: 'timeout', value: 'TIME', commands: choosing, summary: "until the response's head: 5s, 300ms, 2m; none by default" },
  { name: 'connect-timeout', value: 'TIME', commands: sending, summary: 'until there is a connection; none by default' },
  { name: 'idle-timeout', value: 'TIME', commands: sending, summary: 'between two chunks of the response; none by default' },
  { name: 'max-events', value: 'N', commands: sending, summary: 'end a stream successfully after N events' },
  { name: 'max-time', value: 'TIME', commands: sending, summary: 'end a stream successfully after this time' },
  { name: 'max-body-size', value: 'MB', commands: sending, summary: 'stop at a decoded body that is larger; any size by default' },
  { name: 'script-time', value: 'TIME', commands: choosing, summary: 'stop a script that runs longer; 10s by default' },
  { name: 'no-redirect', commands: choosing, summary: 'show a redirect instead of following it' },
  { name: 'max-redirects', value: 'N', commands: choosing, summary: 'follow up to N redirects; 10 by default' },
  { name: 'cookie-jar', value: 'FILE', commands: sending, summary: 'cookies from a file, and back to it at the end, as curl has it' },
  { name: 'no-cookie-jar', commands: sending, summary: 'neither send nor store cookies' },
  { name: 'insecure', commands: choosing, summary: 'accept invalid certificates' },
  { name: 'yes', commands: sending, summary: 'send requests that may change a protected environment' },
  { name: 'allow-command', commands: choosing, summary: 'run the programs that # @auth command names' },
  { name: 'allow-read', value: 'DIR', many: true, commands: choosing, summary: 'body files may also be read from there' },
  { name: 'proxy', value: 'URL', commands: choosing, summary: 'send through this proxy: http, https, socks5 or socks5h; none for none' },
  { name: 'cacert', value: 'FILE', many: true, commands: choosing, summary: 'trust the certificates of this PEM file too' },
  { name: 'cert', value: 'FILE', commands: choosing, summary: 'the client certificate: PEM, or PKCS#12 (.pfx, .p12)' },
  { name: 'key', value: 'FILE', commands: choosing, summary: 'its key, PEM' },
  { name: 'passphrase', value: 'TEXT', commands: choosing, summary: "passphrase of the key: '{{$secret.NAME}}'" },
  { name: 'verbose', short: 'v', commands: sending, summary: 'also what was sent, timings, comments and the console' },
  { name: 'color', value: 'auto|always|never', commands: [...coloured, 'import', 'export'], summary: 'NO_COLOR counts for auto' },
  { name: 'help', short: 'h', commands: anyCommand, summary: 'this text' },
] as const satisfies readonly Flag[];

export type FlagName = (typeof flags)[number]['name'];

export const flagsOf = (command: CommandName): readonly Flag[] => flags.filter((f: Flag) => f.commands.includes(command));
