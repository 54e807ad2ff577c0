import assert from 'node:assert/strict';
import { listRequests, parse } from '../../../../src/language/index.ts';
import { replyEdit } from '../../../../src/language/onDemand.ts';
import { edited, viewIn } from '../../../support/moved.ts';

/** The text after a reply, with `│` at the cursor; or why there is none. */
async function replied(text: string, answer: string): Promise<string | undefined> {
  const view = await viewIn({ 'a.req': text }, 'a.req');
  const [first] = listRequests(view.tree);
  assert.ok(first);
  const reply = replyEdit(view, first.block, answer);
  if (reply.kind !== 'reply') return reply.kind;
  const { edit, cursor } = reply;
  const marked = { ...edit, newText: `${edit.newText.slice(0, cursor)}│${edit.newText.slice(cursor)}` };
  return edited({ 'a.req': text }, [{ file: view.file, edits: [marked] }])['a.req'];
}

/** The body of the new request after a reply to a request with a body. */
async function bodyOf(body: string, answer = 'Hi'): Promise<string | undefined> {
  const text = `### Chat\nPOST http://a\nContent-Type: application/json\n\n${body}\n`;
  const after = await replied(text, answer);
  return after?.startsWith(text) === true ? after.slice(text.length) : after;
}

const head = '\n### Chat_2\nPOST http://a\nContent-Type: application/json\n\n';

describe('a reply in a chat', () => {
  it('is a request below with the same headers and credentials, without assertions and scripts of the response', async () => {
    const lines = ['# @auth bearer {{token}}', 'POST {{host}}/chat', 'X-Team: {{team}}', ''];
    const text = [
      '### Chat',
      '# @name chat',
      ...lines,
      '{"messages": [{{first}}]}',
      '',
      '?? status == 200',
      '',
      '> {% a() %}',
      '',
      '### Next',
    ];
    const added = '{"messages": [{{first}},\n  {"role": "assistant", "content": "Hi"},\n  {"role": "user", "content": "│"}]}';
    assert.equal(
      await replied(`${text.join('\n')}\nGET http://b\n`, 'Hi'),
      `${text.slice(0, -1).join('\n')}\n### Chat_2\n# @name chat_2\n${[...lines, added].join('\n')}\n\n### Next\nGET http://b\n`,
    );
  });

  it('has its messages in lines where the others are, and what follows them stays', async () => {
    assert.equal(
      await bodyOf(
        '{\n  "stream": true,\n  "messages": [\n    {\n      "role": "user",\n      "content": "{{prompt}}"\n    }\n  ],\n  "n": 1\n}',
      ),
      `${head}{\n  "stream": true,\n  "messages": [\n    {\n      "role": "user",\n      "content": "{{prompt}}"\n    },\n    {"role": "assistant", "content": "Hi"},\n    {"role": "user", "content": "│"}\n  ],\n  "n": 1\n}\n`,
    );
  });

  it('has the spaces of the messages before it', async () => {
    assert.equal(
      await bodyOf('{"messages": [{ "role": "user", "content": "a" }]}'),
      `${head}{"messages": [{ "role": "user", "content": "a" },\n  { "role": "assistant", "content": "Hi" },\n  { "role": "user", "content": "│" }]}\n`,
    );
  });

  it('continues the input of OpenAI responses, as a text or a list, and the contents of Gemini', async () => {
    assert.equal(
      await bodyOf('{"model": "m", "input": "Say {{what}}"}'),
      `${head}{"model": "m", "input": [{"role": "user", "content": "Say {{what}}"},\n  {"role": "assistant", "content": "Hi"},\n  {"role": "user", "content": "│"}]}\n`,
    );
    assert.equal(
      await bodyOf('{"input": [{"role": "user", "content": "a"}]}'),
      `${head}{"input": [{"role": "user", "content": "a"},\n  {"role": "assistant", "content": "Hi"},\n  {"role": "user", "content": "│"}]}\n`,
    );
    assert.equal(
      await bodyOf('{"contents": [{"parts": [{"text": "a"}]}]}'),
      `${head}{"contents": [{"parts": [{"text": "a"}]},\n  {"role": "model", "parts": [{"text": "Hi"}]},\n  {"role": "user", "parts": [{"text": "│"}]}]}\n`,
    );
  });

  it('writes any answer so that it is sent unchanged', async () => {
    const answer = 'a\n### b\r\n"{{c}}" \\{{d}} {{{ \u2028 ""';
    const after = await bodyOf('{"messages": []}', answer);
    const body = after?.slice(head.length).replace('│', '') ?? '';
    assert.deepEqual(JSON.parse(body), {
      messages: [
        { role: 'assistant', content: answer },
        { role: 'user', content: '' },
      ],
    });
    assert.equal(body.includes('{{'), false);
    assert.equal(listRequests(parse(after ?? '')).length, 1);
  });

  it('is refused where the messages are not in the body', async () => {
    assert.equal(await bodyOf('< ./body.json'), 'no-json');
    assert.equal(await bodyOf('[1]'), 'no-json');
    assert.equal(await bodyOf('{"messages": {{history}}}'), 'no-messages');
    assert.equal(await bodyOf('{"prompt": "a", "x": {"messages": []}, {{more}}}'), 'no-messages');
    assert.equal(await replied('GET http://a\n', 'a'), 'no-json');
  });
});
