// What the scorecard plays, group by group.
import { answers, cookies, redirects } from './answers.mjs';
import { files } from './files.mjs';
import { schemas, scripts, templates } from './texts.mjs';

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
    name: 'templates',
    tries: 'injection, second expansion, depth and size in request files',
    tables: ['template.jsonl'],
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
    tries: 'random graphs of requests, scripts and references with one secret and one environment value, in every sink',
    tests: ['test/cli/canary.test.ts', 'test/runner/taint.test.ts'],
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
