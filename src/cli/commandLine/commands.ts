export type CommandName =
  | 'send'
  | 'run'
  | 'list'
  | 'check'
  | 'format'
  | 'import'
  | 'export'
  | 'init'
  | 'graphql'
  | 'openapi'
  | 'completion'
  | 'lsp';

export interface Command {
  readonly name: CommandName;
  readonly usage: string;
  readonly summary: string;
  /** Kind of the operands, for shell completion. */
  readonly operands: 'request' | 'requests' | 'files' | 'export' | 'import' | 'folder' | 'shell' | 'none';
  /** Lines that `req help NAME` prints below the summary. */
  readonly details: readonly string[];
}

export const commands: readonly Command[] = [
  {
    name: 'send',
    operands: 'request',
    usage: 'req send FILE[#NAME] [-n NAME | -l LINE | --all]',
    summary: 'Send requests of a file and show the responses.',
    details: [
      'A file with one request needs no -n; FILE#NAME is FILE -n NAME; FILE - reads standard input. A fence of a Markdown file that',
      'begins with ```req is a request file of its own. Standard output contains only the result, everything else goes to standard',
      'error.',
      '',
      'Exit codes: 0 success, 1 a test or assertion failed, 2 bad usage or a file that cannot be read or parsed,',
      '3 undefined variables, 4 network, TLS or time-out, 5 script error, 6 refused: a permission is missing, 130 cancelled.',
    ],
  },
  {
    name: 'run',
    operands: 'requests',
    usage: 'req run PATH…',
    summary: 'Run the requests of files and folders in order, as tests.',
    details: [
      'Files run in the order of their paths, requests from top to bottom; those that # @ref names run first. Streams end after',
      '30s unless --max-time is set. Reporters: pretty, dot, json, junit, html, tap, github; --reporter junit=FILE writes to a',
      'file. Several reporters can be used at once.',
      '',
      'Exit codes: those of req send.',
    ],
  },
  { name: 'list', operands: 'files', usage: 'req list PATH…', summary: 'List the requests of files and folders.', details: [] },
  {
    name: 'check',
    operands: 'files',
    usage: 'req check PATH…',
    summary: "Print the editor's diagnostics of files and folders.",
    details: ['--reporter sarif prints SARIF 2.1.0 for code scanning.', '', 'Exit code 2 if any of them is an error, else 0.'],
  },
  {
    name: 'format',
    operands: 'files',
    usage: 'req format FILE… [--check | --stdout]',
    summary: 'Format files and folders.',
    details: [
      'Prints the names of the files it changed. FILE - reads standard input and prints the result.',
      '',
      'Exit codes: 0 success, 1 --check found a file that would change, 2 bad usage or a file that cannot be read or written.',
    ],
  },
  {
    name: 'import',
    operands: 'import',
    usage: 'req import [FROM] INPUT… [-o DIR]',
    summary: 'Write requests of other clients as .req files.',
    details: [
      'FROM is curl, http, postman, bruno, openapi, har, insomnia, hurl, thunder, yaak, or auto, which detects the format.',
      'INPUT is a file, a folder, or - for standard input. Standard output lists the written files, standard error what could not be carried over.',
      'Existing files are not replaced without --force. Credentials become {{$secret.NAME}}.',
      '',
      'Exit codes: 0 success, 2 bad usage or an input that cannot be read.',
    ],
  },
  {
    name: 'export',
    operands: 'export',
    usage: 'req export TO FILE|FOLDER [-n NAME | -l LINE] [-o FILE]',
    summary: 'Write requests for other clients and languages.',
    details: [
      'TO is curl, http, raw, fetch, python, httpx, go, java, csharp, powershell, httpie, har, postman, openapi or artillery (a load test).',
      'har, http, postman, openapi and artillery also take a folder: its files in their order.',
      'Pre-request scripts run and placeholders are resolved, but nothing is sent. The output reads secrets from environment',
      'variables; where it cannot, it contains •••. Standard error lists what could not be carried over.',
      '',
      'Exit codes: those of req send --dry-run.',
    ],
  },
  {
    name: 'graphql',
    operands: 'request',
    usage: 'req graphql FILE[#NAME] [-n NAME | -l LINE] [-o FILE]',
    summary: 'Fetch the GraphQL schema of a request.',
    details: [
      'Sends an introspection in place of the body, with the URL, headers, authentication and environment of the request. Writes the',
      'schema as SDL to the file that # @graphql names, else to schema.graphql beside the request; with --env dev to schema.dev.graphql.',
      'An existing file with another text is not replaced without --force. Standard output names the file.',
      '',
      'Exit codes: those of req send.',
    ],
  },
  {
    name: 'openapi',
    operands: 'files',
    usage: 'req openapi PATH… [--update [--write]]',
    summary: 'Fetch the OpenAPI documents that files name by a URL.',
    details: [
      'Fetches what # @openapi https://… names in the files, and in collection.req and folder.req around them. The copy is kept beside',
      'the file that names it: api.example.com-v1-openapi.yaml. No headers, credentials or cookies of the collection are sent.',
      '--update fetches nothing: it prints what the documents have changed for the requests, as a difference. The exit code is 1 if there is one.',
      'Standard error lists the operations that changed. A copy with another text is not replaced without --force. Standard output',
      'names the files that were written.',
      '',
      'Exit codes: those of req send.',
    ],
  },
  {
    name: 'init',
    operands: 'folder',
    usage: 'req init [FOLDER]',
    summary: 'Write a small collection to start with.',
    details: [
      'Writes collection.req, environments, .gitignore and first requests to the folder, by default the current one. Existing files',
      'are not changed; a folder with a collection.req is left as it is. Standard output names the files that were written.',
      '',
      'Exit codes: 0 all well, 2 bad usage or a file that cannot be written.',
    ],
  },
  {
    name: 'completion',
    operands: 'shell',
    usage: 'req completion bash|zsh|fish',
    summary: 'Print a completion script for a shell.',
    details: [
      'Completes commands, flags, their values (environments, names, tags, reporters), files, and requests after FILE#.',
      '',
      '  bash  eval "$(req completion bash)"      in ~/.bashrc',
      '  zsh   eval "$(req completion zsh)"       in ~/.zshrc, after compinit',
      '  fish  req completion fish | source       in ~/.config/fish/config.fish',
    ],
  },
  {
    name: 'lsp',
    operands: 'none',
    usage: 'req lsp [--stdio]',
    summary: 'The language service for other editors, over standard input and output.',
    details: ['Implements the Language Server Protocol. docs/editors.md describes how to set up Neovim, Helix, Zed and Emacs.'],
  },
];
