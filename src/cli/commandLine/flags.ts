import type { CommandName } from './commands.ts';

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
const choosing = ['send', 'run', 'export', 'graphql'] as const;
const connecting = [...choosing, 'openapi'] as const;
const exporting = ['export'] as const;
const outputs = ['export', 'graphql'] as const;
const every = ['send', 'run', 'list', 'check'] as const;
const formatting = ['format'] as const;
const coloured = [...every, 'format'] as const;
const importing = ['import'] as const;
const anyCommand = [...coloured, 'import', 'export', 'graphql', 'openapi', 'init', 'completion', 'lsp'] as const;
const reading = [...every, 'export', 'graphql', 'openapi'] as const;
const looking = ['send', 'run', 'check', 'export', 'graphql', 'openapi'] as const;

export const flags = [
  { name: 'name', short: 'n', value: 'NAME', commands: choosing, summary: 'the request of that @name or title' },
  { name: 'line', short: 'l', value: 'LINE', commands: ['send', 'export', 'graphql'], summary: 'the request at that line' },
  { name: 'all', commands: send, summary: 'every request in order, except those with @disabled' },
  { name: 'tag', value: 'A,B', many: true, commands: run, summary: 'only requests with one of these tags' },
  { name: 'exclude-tag', value: 'A,B', many: true, commands: run, summary: 'exclude requests with one of these tags' },
  { name: 'shard', value: 'I/N', commands: run, summary: 'the I-th of N parts of the files, for N machines' },
  { name: 'data', value: 'FILE', commands: run, summary: 'one pass for each row of a .csv, .json or .jsonl file; columns are variables' },
  { name: 'iterations', value: 'N', commands: run, summary: 'run everything N times' },
  { name: 'parallel', value: 'N', commands: run, summary: 'run up to N files in parallel' },
  { name: 'bail', commands: run, summary: 'stop after the first failed request' },
  { name: 'watch', short: 'w', commands: run, summary: 'run again when a file of the run changes; Ctrl+C ends' },
  { name: 'retry', value: 'N', commands: run, summary: 'retry a failed request up to N times' },
  { name: 'delay', value: 'MS', commands: run, summary: 'wait between two requests of a file: milliseconds, or a time such as 2s' },
  {
    name: 'reporter',
    value: 'NAME[=FILE]',
    many: true,
    commands: run,
    summary: 'pretty, dot, json, junit, html, tap or github; pretty by default',
  },
  { name: 'contract', commands: run, summary: 'check each response against the document of # @openapi, and report the coverage' },
  { name: 'contract-cases', commands: run, summary: 'send requests that the OpenAPI document does not allow, which must be refused' },
  {
    name: 'reporter',
    value: 'sarif[=FILE]',
    commands: ['check'],
    summary: 'print the diagnostics as SARIF 2.1.0, or write them to a file',
  },
  { name: 'dry-run', commands: send, summary: 'run pre-request scripts, resolve everything, send nothing, print the message' },
  { name: 'env', value: 'NAME', commands: looking, summary: 'the environment of http-client.env.json' },
  {
    name: 'var',
    value: 'NAME=VALUE',
    many: true,
    commands: looking,
    summary: 'a variable; a JSON value other than a string keeps its type',
  },
  { name: 'vars', value: 'FILE', many: true, commands: looking, summary: 'a JSON object of variables; {"$date": "ISO"} is a date' },
  {
    name: 'secrets',
    value: 'FILE',
    commands: connecting,
    summary: 'secrets as NAME=VALUE lines or JSON; REQ_SECRET_NAME takes precedence',
  },
  { name: 'answer', value: 'LABEL=VALUE', many: true, commands: choosing, summary: 'the answer to {{?label}} or @prompt' },
  {
    name: 'undefined',
    value: 'error|keep',
    commands: choosing,
    summary: 'stop at undefined placeholders, or send them as written',
  },
  { name: 'seed', value: 'N', commands: choosing, summary: 'make the same random values in each run with this whole number' },
  {
    name: 'dialect',
    value: 'NAME',
    commands: [...reading, ...importing],
    summary: 'the client whose .http files these are: rest-client, jetbrains, httpyac, visual-studio, kulala or auto',
  },
  { name: 'check', commands: formatting, summary: 'change nothing; list the files that would change, and exit with 1 if there are any' },
  { name: 'stdout', commands: formatting, summary: 'change nothing; print the formatted file' },
  {
    name: 'output',
    short: 'o',
    value: 'DIR',
    commands: importing,
    summary: 'where to write the files; by default beside .http files, else in a new folder',
  },
  { name: 'translate-scripts', commands: importing, summary: "rewrite scripts of Postman, Bruno and Insomnia in Req's own API" },
  { name: 'secrets-file', value: 'FILE', commands: importing, summary: 'write the credentials found to this file, for --secrets' },
  { name: 'output', short: 'o', value: 'FILE', commands: outputs, summary: 'write to a file, which must not exist' },
  { name: 'with-secrets', commands: exporting, summary: 'write secrets as they are' },
  { name: 'force', commands: ['import', 'export', 'graphql', 'openapi'], summary: 'replace existing files' },
  { name: 'update', commands: ['openapi'], summary: 'compare the requests with their documents, and print the changes' },
  { name: 'write', commands: ['openapi'], summary: 'with --update: change the files' },
  { name: 'update-snapshots', commands: sending, summary: 'update the snapshots of matchesSnapshot and matchesShape' },
  { name: 'ci', commands: sending, summary: 'write no snapshots: a missing one is a failure; default if CI is set' },
  { name: 'json', commands: [...every, 'import'], summary: 'print JSON' },
  { name: 'jsonl', commands: send, summary: 'print a JSON line for each event of a stream, then {"summary": …}' },
  { name: 'text', commands: send, summary: "print the joined text of a stream, such as a model's answer, as it arrives" },
  { name: 'body-only', commands: send, summary: "write the body's bytes to standard output as they arrive" },
  { name: 'output', short: 'o', value: 'FILE', commands: send, summary: "write the body's bytes to a file as they arrive" },
  { name: 'include', short: 'i', commands: send, summary: 'print the status line and the headers before the body' },
  { name: 'timeout', value: 'TIME', commands: connecting, summary: "limit until the response's head: 5s, 300ms, 2m; none by default" },
  { name: 'connect-timeout', value: 'TIME', commands: sending, summary: 'limit for connecting; none by default' },
  { name: 'idle-timeout', value: 'TIME', commands: sending, summary: 'limit between two chunks of the response; none by default' },
  { name: 'max-events', value: 'N', commands: sending, summary: 'end a stream successfully after N events' },
  { name: 'max-time', value: 'TIME', commands: sending, summary: 'end a stream successfully after this time' },
  { name: 'max-body-size', value: 'MB', commands: sending, summary: 'stop if the decoded body is larger; no limit by default' },
  { name: 'script-time', value: 'TIME', commands: choosing, summary: 'stop a script that runs longer; 10s by default' },
  { name: 'no-redirect', commands: connecting, summary: 'show a redirect instead of following it' },
  { name: 'max-redirects', value: 'N', commands: connecting, summary: 'follow up to N redirects; 10 by default' },
  {
    name: 'cookie-jar',
    value: 'FILE',
    commands: sending,
    summary: "read cookies from a file and store them in it at the end, in curl's format",
  },
  { name: 'no-cookie-jar', commands: sending, summary: 'neither send nor store cookies' },
  { name: 'insecure', commands: connecting, summary: 'accept invalid certificates' },
  {
    name: 'yes',
    commands: [...sending, 'graphql'],
    summary: 'send requests that may change a protected environment; confirm the hosts of --contract-cases',
  },
  { name: 'allow-command', commands: choosing, summary: 'run the programs that # @auth command names' },
  { name: 'allow-read', value: 'DIR', many: true, commands: choosing, summary: 'also allow reading body files from this folder' },
  {
    name: 'proxy',
    value: 'URL',
    commands: connecting,
    summary: 'send through this proxy: http, https, socks5 or socks5h; none to send directly',
  },
  { name: 'cacert', value: 'FILE', many: true, commands: connecting, summary: 'trust the certificates of this PEM file too' },
  { name: 'cert', value: 'FILE', commands: connecting, summary: 'the client certificate: PEM, or PKCS#12 (.pfx, .p12)' },
  { name: 'key', value: 'FILE', commands: connecting, summary: 'the private key of the client certificate, PEM' },
  { name: 'passphrase', value: 'TEXT', commands: connecting, summary: "passphrase of the key: '{{$secret.NAME}}'" },
  { name: 'stdio', commands: ['lsp'], summary: 'standard input and output, the only transport; language clients pass it' },
  {
    name: 'clientProcessId',
    value: 'PID',
    commands: ['lsp'],
    summary: 'end with this process; language clients pass it',
  },
  { name: 'verbose', short: 'v', commands: sending, summary: 'also print the sent request, timings, comments and the console' },
  {
    name: 'color',
    value: 'auto|always|never',
    commands: [...coloured, 'import', 'export', 'init'],
    summary: 'when to use colors; auto respects NO_COLOR and FORCE_COLOR',
  },
  { name: 'help', short: 'h', commands: anyCommand, summary: 'print this help' },
] as const satisfies readonly Flag[];

export type FlagName = (typeof flags)[number]['name'];

export const flagsOf = (command: CommandName): readonly Flag[] => flags.filter((f: Flag) => f.commands.includes(command));
