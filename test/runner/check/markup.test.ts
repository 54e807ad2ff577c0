import assert from 'node:assert/strict';
import { createMarkupReader } from '../../../src/runner/check/markup.ts';
import { valueToJson } from '../../../src/base/values/value.ts';
import { scriptWorkerBundle } from '../../support/scriptWorkerBundle.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request } from '../../support/faultServer/steps.ts';

const html = `<!DOCTYPE html><html><head><title>Shop &amp; more</title></head><body>
<h1>
  Our <b>shop</b>
</h1>
<ul><li class="item">one<li class="item sold">two<li>3</ul>
<a href="/next?a=1&amp;b=2">next</a><a>none</a>
</body></html>`;

const xml = `<?xml version="1.0"?>
<!DOCTYPE users [<!ENTITY big "x">]>
<users xmlns="urn:u" xmlns:s="urn:s" total="3">
  <user id="3"><s:name>Ada</s:name></user>
  <user id="5"><s:name>Grace</s:name><![CDATA[ & co]]></user>
</users>`;

describe('XPath and CSS in assertions and captures', () => {
  let server: FaultServer | undefined;
  afterEach(() => server?.close());

  const send = async (type: string, body: string, lines: string, more: Parameters<typeof sendRun>[1] = {}): Promise<SendRun> => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    server = await startFaultServer([request, head + body, end]);
    return sendRun({ 'a.req': `GET ${server.url}\n\n${lines}\n` }, more);
  };
  const failures = ({ events }: SendRun): readonly string[] =>
    events.flatMap((e) => (e.kind === 'test' && !e.result.passed ? [`${e.result.name}: ${e.result.message}`] : []));

  it('select the text of the first node, of one by number, of all, and their number', async () => {
    const run = await send(
      'text/html; charset=utf-8',
      html,
      `?? body.css("h1") == Our shop
?? body.css("title") == Shop & more
?? body.css("li.item")[1] contains two
?? body.css("li")[2] == 3
?? body.css("li")[2] < 4
?? body.css("li")[*] == ["one", "two", 3]
?? body.css("li")[*] contains 3
?? body.css("li").length == 3
?? body.css("a::attr(href)") == /next?a=1&b=2
?? body.css("a::attr(href)").length == 1
?? body.css('a[href^="/next"]') exists
?? body.css("h2") !exists
?? body.xpath("//li[2]/@class") == item sold
?? body.xpath("count(//li)") == 3
?? body.xpath("count(//li) > 2") == true
?? body.xpath("normalize-space(//h1)") == Our shop
?? body.xpath("//li").length >= 3
?? body.xpath("//li[last()]/text()") == 3
?? body.xpath("//h2") !exists`,
    );
    assert.deepEqual(failures(run), []);
  });

  it('read XML with namespaces, whose prefixes are those of the document', async () => {
    const run = await send(
      'application/xml',
      xml,
      `?? body.xpath("//user/@id") == 3
?? body.xpath("//user/@id")[*] == [3, 5]
?? body.xpath("/users/user[s:name='Grace']/@id") == 5
?? body.xpath("//user[2]") endsWith co
?? body.css("user[id='5'] s|name") !exists
@id << body.xpath("//user[2]/@id")
@count << body.xpath("count(//user)")
@ids << body.xpath("//user/@id")[*]`,
    );
    assert.deepEqual(
      failures(run).map((f) => f.slice(0, 200)),
      [
        `body.css("user[id='5'] s|name") !exists: user[id='5'] s|name is not a CSS selector that can be used: Namespaced tag names are not yet supported by css-select`,
      ],
    );
    assert.deepEqual(
      ['id', 'count', 'ids'].map((name) => valueToJson(run.variable(name) ?? null)),
      ['"5"', '2', '["3","5"]'],
    );
  });

  it('read the text at a path of a JSON body', async () => {
    const run = await send(
      'application/json',
      JSON.stringify({ page: '<p>Hi <i>you</i></p>', feed: '<r><n>1</n></r>', n: 1 }),
      `?? body.page.css("p > i") == you
?? body.feed.xpath("//n") == 1
?? body.n.css("p") !exists
?? body.css("p") exists
?? body.gone.css("p") exists`,
    );
    assert.deepEqual(failures(run), [
      'body.css("p") exists: expected body.css("p") to exist, got nothing',
      'body.gone.css("p") exists: expected body.gone.css("p") to exist, got nothing',
    ]);
  });

  it('report the problem of the document or of the expression', async () => {
    const run = await send(
      'text/xml',
      '<a>\n<b></a>',
      `?? body.xpath("//b") !exists
?? body.css("b") == 1
@b << body.xpath("//b")`,
    );
    const why = 'the body is not well-formed XML: unexpected close tag (line 2, column 8)';
    assert.deepEqual(failures(run), [`body.xpath("//b") !exists: ${why}`, `body.css("b") == 1: ${why}`, `@b << body.xpath("//b"): ${why}`]);
    const wrong = await send(
      'text/html',
      html,
      '?? body.xpath("//a[foo()]") exists\n?? body.xpath("count(//a)")[*] exists\n?? body.css("a:nope") == 1\n?? body.xpath("//x:a") exists\n?? body.css("h2") == 1\n',
    );
    assert.deepEqual(failures(wrong), [
      'body.xpath("//a[foo()]") exists: //a[foo()] cannot be evaluated as XPath 1.0: Unknown function foo',
      'body.xpath("count(//a)")[*] exists: count(//a) is a number, not nodes: use it alone',
      'body.css("a:nope") == 1: a:nope is not a CSS selector that can be used: Unknown pseudo-class :nope',
      'body.xpath("//x:a") exists: //x:a cannot be evaluated as XPath 1.0: the document declares no prefix x',
      'body.css("h2") == 1: nothing is at css("h2")',
    ]);
  });

  it('expand no entities', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(100)}"><!ENTITY z "&x;&x;">]><a>&z;</a>`;
    const run = await send('application/xml', bomb, '?? body.xpath("/a") exists\n');
    assert.match(failures(run)[0] ?? '', /the body is not well-formed XML: invalid character entity \(line 1, column \d+\)$/);
    const file = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    assert.match(failures(await send('application/xml', file, '?? body.xpath("/a") exists\n'))[0] ?? '', /invalid character entity/);
  });

  it('stop at the time limit, and continue with the next assertion', async () => {
    const slow = `${'<a>'.repeat(3000)}${'</a>'.repeat(3000)}`;
    const run = await send(
      'application/xml',
      slow,
      '?? body.xpath("//a[.//a[.//a[.//a]]]") exists\n?? body.xpath("//b") !exists\n?? status == 200\n',
      {
        limits: { script: { timeMs: 1000, memory: 64 * 1024 * 1024 } },
      },
    );
    assert.deepEqual(failures(run), [
      'body.xpath("//a[.//a[.//a[.//a]]]") exists: //a[.//a[.//a[.//a]]] takes longer than 1 s. Use a simpler expression',
    ]);
  });

  it('bound the memory of hostile documents', async () => {
    const markup = createMarkupReader(await scriptWorkerBundle(), 24);
    const document = { text: `<r>${'<a b=""/>'.repeat(300_000)}</r>`, kind: 'xml' } as const;
    const query = { language: 'xpath', expression: '//a', pick: 0 } as const;
    const selecting = markup.select('the body', document, query, 600_000, new AbortController().signal);
    await assert.rejects(selecting, { kind: 'limit', message: 'the body needs more than 24 MB of memory for //a' });
    const small = await markup.select('the body', { ...document, text: '<a>1</a>' }, query, 600_000, new AbortController().signal);
    assert.deepEqual(small, { found: true, value: '1' });
    await markup.dispose();
  });

  it('end at once when the run is cancelled', async () => {
    const abort = new AbortController();
    const slow = `${'<a>'.repeat(3000)}${'</a>'.repeat(3000)}`;
    const run = await send('application/xml', slow, '?? status == 200\n?? body.xpath("//a[.//a[.//a[.//a]]]") exists\n', {
      signal: abort.signal,
      onEvent: (e) => {
        if (e.kind === 'test') setTimeout(() => abort.abort(), 50);
      },
    });
    assert.equal(run.result.outcome, 'cancelled');
  });
});
