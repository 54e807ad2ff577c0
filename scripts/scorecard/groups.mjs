// What the scorecard plays, group by group.
import { answers, cookies, redirects } from './answers.mjs';
import { documents } from './documents.mjs';
import { files } from './files.mjs';
import { imported } from './imported.mjs';
import { httpFiles, lsp } from './opened.mjs';
import { contracts, schemas, scripts, templates } from './texts.mjs';

export const groups = [
  {
    name: 'answers',
    tries: 'framing, codings, bombs, streams, lengths and bytes from the server',
    tables: ['responses.jsonl', 'sse.jsonl'],
    tests: [
      'test/runner/http/hostile.test.ts',
      'test/runner/http/http2Hostile.test.ts',
      'test/runner/http/unsolicited.test.ts',
      'test/runner/http/framing.test.ts',
      'test/cli/hostileText.test.ts',
    ],
    probes: answers,
  },
  {
    name: 'scripts',
    tries: 'escapes, endless loops, memory, stacks and promises in the sandbox; patterns of assertions',
    tables: ['scripts.jsonl'],
    tests: ['test/runner/script/escapes.test.ts', 'test/runner/script/unawaited*.test.ts', 'test/runner/check/matcher.test.ts'],
    probes: scripts,
  },
  {
    name: 'schemas',
    tries: 'JSONPath, JSON Schema and shapes without an end, or with hostile patterns, files and numbers',
    tests: ['test/runner/check/hostileSchemas.test.ts', 'test/runner/check/pathLimits.test.ts'],
    probes: schemas,
  },
  {
    name: 'contracts',
    tries: 'OpenAPI documents, GraphQL schemas and rows of data without an end, too deep, or with hostile patterns and paths',
    tests: ['test/runner/contract/responseConforms.test.ts', 'test/openapi/openApi.test.ts', 'test/graphql/readSchema.test.ts'],
    probes: contracts,
  },
  {
    name: 'documents',
    tries:
      'fetched OpenAPI documents and GraphQL schemas: huge, slow, deep, with references and links out of the collection; contract cases; requests updated from a document',
    tests: [
      'test/cli/commands/openapi.test.ts',
      'test/cli/commands/graphql.test.ts',
      'test/cli/commands/contractCases.test.ts',
      'test/language/features/openapi/*.test.ts',
    ],
    probes: documents,
  },
  {
    name: 'imports',
    tries:
      'files of other clients: names and references that lead out, aliases that multiply, depth, size, archives, credentials, placeholders',
    tests: [
      'test/convert/import/secrets.test.ts',
      'test/convert/import/foreignPlaceholders.test.ts',
      'test/convert/import/meaning.test.ts',
      'test/cli/commands/import.test.ts',
    ],
    probes: imported,
  },
  {
    name: 'http-files',
    tries: '.http files with bodies, scripts, modules and imports outside of the collection, and values that end the host',
    tests: ['test/lsp/httpFiles.test.ts'],
    probes: httpFiles,
  },
  { name: 'lsp', tries: 'sessions of `req lsp` with hostile texts and messages', tests: ['test/lsp/canary.test.ts'], probes: lsp },
  {
    name: 'templates',
    tries: 'injection, second expansion, text of a server in a reply, depth and size in request files',
    tables: ['template.jsonl'],
    tests: ['test/language/features/edits/replyEdit.test.ts'],
    probes: templates,
  },
  {
    name: 'files',
    tries: "links, devices, FIFOs, other users' files, names with control characters",
    tests: ['test/cli/linkedFiles.test.ts', 'test/cli/namedFiles.test.ts', 'test/files/*.test.ts'],
    probes: files,
  },
  {
    name: 'secrets',
    tries:
      'scripts of Postman, Bruno and axios, signatures, .http files and captures; random graphs of requests, scripts, rows and references with one secret and one environment value, in every sink',
    tests: [
      'test/cli/canary.test.ts',
      'test/runner/taint.test.ts',
      'test/runner/waysOut.test.ts',
      'test/runner/auth/scriptJwt.test.ts',
      'test/language/features/environmentTable.test.ts',
    ],
    graphs: 'user',
  },
  {
    name: 'agents',
    tries: 'the same graphs, sent by an agent that reads all results',
    graphs: 'agent',
  },
  {
    name: 'certificates',
    tries: 'wrong, expired and hostile certificates, and trusted CAs',
    tests: ['test/runner/http/tls.test.ts', 'test/runner/network/trusts.test.ts'],
  },
  { name: 'cookies', tries: 'domains, public suffixes, floods', tests: ['test/runner/cookies/*.test.ts'], probes: cookies },
  {
    name: 'redirects',
    tries: 'loops, other origins, credentials, bodies',
    tests: ['test/runner/http/redirect*.test.ts'],
    probes: redirects,
  },
];
