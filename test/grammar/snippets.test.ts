import assert from 'node:assert/strict';
import fs from 'node:fs';
import { parseJson } from '../../src/base/json/json.ts';
import { isRequest } from '../../src/language/index.ts';
import { expandSnippet } from '../support/expandSnippet.ts';
import { inspect } from '../support/inspect.ts';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const read = (name: string): readonly (readonly [string, Snippet])[] =>
  Object.entries(JSON.parse(fs.readFileSync(new URL(`../../snippets/${name}`, import.meta.url), 'utf8')) as Record<string, Snippet>);

const files = { 'picture.png': 'x', 'body.json': '{}', 'rows.csv': 'name\nAda\n' };

/** For snippets that are part of a request: the request around them. */
const around: Readonly<Record<string, (part: string) => string>> = {
  Assertion: (part) => `GET http://x/\n\n${part}`,
  'Script before sending': (part) => `${part}\nGET http://x/\n`,
  'Script after the answer': (part) => `GET http://x/\n\n${part}`,
  'Test in JavaScript': (part) => `GET http://x/\n\n${part}`,
  Variable: (part) => part,
  'Shared file': (part) => part,
};

describe('the snippets', () => {
  for (const [name, { body }] of read('req.json')) {
    it(`${name}: is in a file without an error`, async () => {
      const text = (around[name] ?? ((whole: string) => whole))(expandSnippet(body));
      const shared = name === 'Shared file';
      const inspected = await inspect(`${text}\n`, { files, ...(shared ? { at: 'collection.req' } : {}) });
      const wrong = inspected.diagnostics().filter((d) => d.severity === 'error');
      assert.deepEqual(
        wrong.filter((d) => d.id !== 'undefined-variable').map((d) => `${d.id}: ${d.message}`),
        [],
      );
      const requests = inspected.tree.blocks.filter(isRequest).length;
      assert.equal(requests > 0, !shared && name !== 'Variable', text);
    });
  }

  it('send the members that the makers of the models require', async () => {
    const chat = new Map(read('req.json').filter(([name]) => name.startsWith('Chat: ')));
    assert.equal(chat.size, 5);
    for (const [name, { body }] of chat) {
      const names = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY'];
      const secrets = Object.fromEntries(names.map((key) => [key, 'the key']));
      const inspected = await inspect(expandSnippet(body), { secrets });
      const sent = JSON.parse(inspected.body()) as Record<string, unknown>;
      assert.ok('messages' in sent || 'input' in sent || 'contents' in sent, name);
      const key = inspected.header('authorization') ?? inspected.header('x-api-key') ?? inspected.header('x-goog-api-key');
      assert.equal(key?.replace('Bearer ', ''), name === 'Chat: Ollama' ? undefined : 'the key', name);
    }
  });

  it('have unique prefixes, and a description', () => {
    const prefixes = read('req.json').map(([, { prefix }]) => prefix);
    assert.deepEqual(prefixes, [...new Set(prefixes)]);
    for (const [name, { description }] of read('req.json')) assert.ok(description.length > 10, name);
  });

  it('make a file of environments', async () => {
    const [[, snippet] = assert.fail('no snippet')] = read('environments.json');
    const environments = parseJson(expandSnippet(snippet.body));
    assert.deepEqual([...(environments as Map<string, unknown>).keys()], ['dev', 'live', '$shared']);
    const inspected = await inspect('GET {{host}}/{{version}}\n', {
      environments: JSON.parse(expandSnippet(snippet.body)) as Record<string, unknown>,
      environment: 'dev',
    });
    assert.equal(inspected.sent().url, 'http://127.0.0.1:8080/v1');
  });
});
