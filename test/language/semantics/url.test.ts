import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inspect, type Around } from '../../support/inspect.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { encodeAt, UrlWriter } from '../../../src/language/semantics/request/url/urlEncoding.ts';
import { runs } from '../../support/runs.ts';

/** The target on the wire with the value of `{{x}}`, or the messages if it cannot be sent. */
async function wire(target: string, x?: unknown, more: Around = {}): Promise<string> {
  const r = await inspect(`GET ${target}`, { ...more, variables: { ...more.variables, ...(x === undefined ? {} : { x }) } });
  return r.resolve().ok ? r.sent().wireUrl : r.problems().join('\n');
}

describe('a URL as written', () => {
  for (const [target, expected] of [
    ['http://h', 'http://h/'],
    ['http://h/', 'http://h/'],
    ['http://h?x=1', 'http://h/?x=1'],
    ['http://h?', 'http://h/?'],
    ['http://h/a b/c?d=e f', 'http://h/a%20b/c?d=e%20f'],
    ['http://h/a%20b%2Fc%zz%', 'http://h/a%20b%2Fc%25zz%25'],
    ['http://h/%e4', 'http://h/%e4'],
    ['http://h/größe?ö=ä', 'http://h/gr%C3%B6%C3%9Fe?%C3%B6=%C3%A4'],
    ['http://h/😀', 'http://h/%F0%9F%98%80'],
    ["http://h/:@'(),;!$&*+=~-._", "http://h/:@'(),;!$&*+=~-._"],
    ["http://h/?:@'(),;!$*+~-._/?", "http://h/?:@'(),;!$*+~-._/?"],
    ['http://h/[a]?filter[name]=x', 'http://h/%5Ba%5D?filter%5Bname%5D=x'],
    ['http://h/"<>\\^`{}', 'http://h/%22%3C%3E%5C%5E%60%7B%7D'],
    ['http://h/a/../b/./c//d', 'http://h/a/../b/./c//d'],
    ['http://h/?a=1&a=2&&b', 'http://h/?a=1&a=2&&b'],
    ['http://h/?a==&b=c=d', 'http://h/?a==&b=c=d'],
    ['http://H.Example/', 'http://H.Example/'],
    ['HTTP://h/', 'http://h/'],
    ['https://h:8443/x', 'https://h:8443/x'],
    ['http://127.0.0.1:80/', 'http://127.0.0.1:80/'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
    ['http://[2001:db8::1]', 'http://[2001:db8::1]/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://b%C3%BCcher.example:81/', 'http://xn--bcher-kva.example:81/'],
    ['http+unix://%2Fvar%2Frun%2Fdocker.sock/v1/info?a=b c', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/v1/info?a=b%20c'],
    ['unix:/var/run/docker.sock:/v1/info?a=b', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/v1/info?a=b'],
    ['unix:/var/run/docker.sock', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/'],
    [
      'http+unix:///var/run/docker.sock/v1',
      'The URL "http+unix:///var/run/docker.sock/v1" lacks the path of a socket: write http+unix://%2Fvar%2Frun%2Fapp.sock/ or unix:/var/run/app.sock:/.',
    ],
    ['http://h/#part', 'http://h/'],
    ['http://h/a?b#part?c', 'http://h/a?b'],
    ['h.example/b?x=1', 'https://h.example/b?x=1'],
    ['h.example', 'https://h.example/'],
    ['h.example:8080/x', 'https://h.example:8080/x'],
    ['//h.example/x', 'https://h.example/x'],
    ['localhost', 'http://localhost/'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
    ['api.localhost/x', 'http://api.localhost/x'],
    ['127.0.0.1:1/x', 'http://127.0.0.1:1/x'],
    ['127.1.2.3/x', 'http://127.1.2.3/x'],
    ['[::1]:9/x', 'http://[::1]:9/x'],
    ['localhost.example/x', 'https://localhost.example/x'],
    ['user:pass@localhost/x', 'http://localhost/x'],
    ['http://h/x?u=http://other/path?q=1', 'http://h/x?u=http://other/path?q=1'],
    ['http://h/a\n  /b\n  ?c=d e\n  &f=g', 'http://h/a/b?c=d%20e&f=g'],
  ] as const) {
    it(`${JSON.stringify(target)} is ${expected} on the wire`, async () => assert.equal(await wire(target), expected));
  }

  for (const [target, message] of [
    ['http://', 'The URL "http://" has no host.'],
    ['http:///x', 'The URL "http:///x" has no host.'],
    ['http://:80/x', 'The URL "http://:80/x" has no host.'],
    ['?x=1', 'The URL "https://?x=1" has no host.'],
    ['http://h:port/', 'The URL "http://h:port/" cannot be used: "port" is not a port.'],
    ['http://h:99999/', 'The URL "http://h:99999/" cannot be used: "99999" is not a port.'],
    ['http://a b/', 'The URL "http://a b/" cannot be used: "a b" is not a host.'],
    ['http://<h>/', 'The URL "http://<h>/" cannot be used: "<h>" is not a host.'],
    [
      'http://{host}/',
      'The URL "http://{host}/" cannot be used: "{host}" is not a host. A placeholder has two braces: did you mean {{host}}?',
    ],
    ['"./other.http"', 'The URL "https://"./other.http"" cannot be used: ""." is not a host.'],
    ['http://[::g]/', 'The URL "http://[::g]/" cannot be used: "[::g]" is not a host.'],
    ['ftp://h/', '"ftp" is not a scheme Req can send with: write http:// or https://.'],
    ['file:///etc/passwd', '"file" is not a scheme Req can send with: write http:// or https://.'],
    ['ht!tp://h/', '"ht!tp" is not a scheme Req can send with: write http:// or https://.'],
    ['http:/h/x', 'The URL "http:/h/x" lacks a slash: write http://.'],
    ['/x', 'The URL "/x" is a path: write it with its host, or add a Host header.'],
  ] as const) {
    it(`${target} is refused: ${message}`, async () => assert.equal(await wire(target), message));
  }
});

describe('a path with a Host header', () => {
  for (const [target, host, expected] of [
    ['/a?b=c d', 'h.example', 'https://h.example/a?b=c%20d'],
    ['/a', 'localhost:8080', 'http://localhost:8080/a'],
    ['/a', '[::1]', 'http://[::1]/a'],
    ['/', '{{x}}', 'https://given.example/'],
  ] as const) {
    it(`leads to that host: ${target}, ${host}`, async () => {
      const r = await inspect(`GET ${target}\nhost: ${host}`, { variables: { x: 'given.example' } });
      assert.equal(r.sent().wireUrl, expected);
    });
  }

  it('can have it from a shared file', async () => {
    const r = await inspect('GET /a', { files: { 'collection.req': 'Host: h.example\n' } });
    assert.equal(r.sent().wireUrl, 'https://h.example/a');
  });
});

describe('user information in a URL', () => {
  for (const [target, credentials] of [
    ['http://ada:secret@h/', 'ada:secret'],
    ['http://ada@h/', 'ada'],
    ['http://ad%40a:s%3Ac@h/', 'ad@a:s:c'],
    ['http://a b:ö@h/', 'a b:ö'],
  ] as const) {
    it(`becomes basic credentials: ${target}`, async () => {
      const r = await inspect(`GET ${target}`);
      assert.equal(r.header('Authorization'), `Basic ${Buffer.from(credentials).toString('base64')}`);
      assert.equal(r.sent().wireUrl, 'http://h/');
    });
  }

  it('is overridden by an Authorization header', async () => {
    const r = await inspect('GET http://ada:secret@h/\nauthorization: Bearer t');
    assert.deepEqual(r.sent().headers, [['authorization', 'Bearer t']]);
  });

  it('has the signs of a placeholder encoded that would end it', async () => {
    const r = await inspect('GET http://{{user}}:{{x}}@h/p', { variables: { user: 'a@b', x: 'p/w:?#@' } });
    assert.equal(r.sent().wireUrl, 'http://h/p');
    assert.equal(r.header('Authorization'), `Basic ${Buffer.from('a@b:p/w:?#@').toString('base64')}`);
  });
});

describe('a placeholder in a URL', () => {
  for (const [place, target, x, expected] of [
    ['in a path keeps its slashes', 'http://h/{{x}}/z', 'a/b', 'http://h/a/b/z'],
    ['in a path cannot begin a query', 'http://h/{{x}}/z', 'a?b#c', 'http://h/a%3Fb%23c/z'],
    ['in a path has its spaces encoded', 'http://h/{{x}}', 'Hello World', 'http://h/Hello%20World'],
    ['in a path keeps a valid %XX', 'http://h/{{x}}', 'a%20b%', 'http://h/a%20b%25'],
    ['in a path keeps dots', 'http://h/{{x}}/b', '../..', 'http://h/../../b'],
    ['in a path has line breaks encoded', 'http://h/{{x}}', 'a\r\nHost: evil', 'http://h/a%0D%0AHost:%20evil'],
    ['in a query value keeps the value whole', 'http://h/?q={{x}}', 'a&b=c#d+e f', 'http://h/?q=a%26b=c%23d%2Be%20f'],
    ['in a second query value', 'http://h/?p=1&q={{x}}', 'a&b', 'http://h/?p=1&q=a%26b'],
    ['as a part of a query value', 'http://h/?q=x{{x}}y&z', 'a&b', 'http://h/?q=xa%26by&z'],
    ['in a query value keeps a valid %XX', 'http://h/?q={{x}}', '%26&', 'http://h/?q=%26%26'],
    ["in a query value keeps : @ / ? ' ( ) , ;", 'http://h/?q={{x}}', ":@/?'(),;!*$", "http://h/?q=:@/?'(),;!*$"],
    ['in a query name has its = encoded too', 'http://h/?{{x}}=1', 'a=b&c', 'http://h/?a%3Db%26c=1'],
    ['as a part of a query name', 'http://h/?p[{{x}}]=1', 'a=b', 'http://h/?p%5Ba%3Db%5D=1'],
    ['as the whole query is as it is', 'http://h/?{{x}}', 'a=1&b=2 3+4', 'http://h/?a=1&b=2%203+4'],
    ['as the whole query before a fragment', 'http://h/?{{x}}#f', 'a=1&b=2', 'http://h/?a=1&b=2'],
    ['as the first of a query is a name', 'http://h/?{{x}}&c=3', 'a', 'http://h/?a&c=3'],
    ['at the beginning is as it is', '{{x}}/c', 'http://h/a?b=', 'http://h/a?b=/c'],
    ['at the beginning may be everything', '{{x}}', 'http://h/a b?c=d&e=f#g', 'http://h/a%20b?c=d&e=f'],
    ['at the beginning may be the host', '{{x}}/c', 'localhost:8080', 'http://localhost:8080/c'],
    ['may be the scheme', '{{x}}://h/', 'https', 'https://h/'],
    ['may be the host and its port', 'http://{{x}}/c', 'h:8080', 'http://h:8080/c'],
    ['may be an address in brackets', 'http://{{x}}/c', '[::1]:9', 'http://[::1]:9/c'],
    ['may be the port', 'http://h:{{x}}/c', 8080, 'http://h:8080/c'],
    [
      'with | url is encoded wholly, once',
      'http://h/{{x | url}}?q={{x | url}}',
      'a/b&c %20',
      'http://h/a%2Fb%26c%20%2520?q=a%2Fb%26c%20%2520',
    ],
    ['in a fragment is not sent', 'http://h/#{{x}}', 'a b', 'http://h/'],
    ['may be an object', 'http://h/?q={{x}}', { a: [1, 'b c'] }, 'http://h/?q=%7B%22a%22:%5B1,%22b%20c%22%5D%7D'],
    ['that holds half of a surrogate pair sends a replacement character', 'http://h/{{x}}', 'a\ud800', 'http://h/a%EF%BF%BD'],
    ['that is empty leaves nothing', 'http://h/{{x}}/b?q={{x}}', '', 'http://h//b?q='],
    ['in a continuation line', 'http://h\n  ?q={{x}}\n  &{{x}}=1', 'a&b', 'http://h/?q=a%26b&a%26b=1'],
    ['as the whole query in a continuation line', 'http://h\n  ?{{x}}', 'a=1&b=2', 'http://h/?a=1&b=2'],
    ['beside another is at the place of each', 'http://h/{{x}}{{x}}?{{x}}={{x}}{{x}}', '?', 'http://h/%3F%3F??=??'],
    [
      'in a host with a line break is refused',
      'http://{{x}}/',
      'h\r\nX: y',
      'The URL "http://h\r\nX: y/" cannot be used: " y" is not a port.',
    ],
  ] as const) {
    it(place, async () => assert.equal(await wire(target, x), expected));
  }

  it('in a query value arrives as the value of the variable, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (x) => {
        fc.pre(x.isWellFormed() && !/%[\da-f]{2}/i.test(x));
        assert.equal(new URL(await wire('http://h/?a=1&q={{x}}&z=2', x)).searchParams.get('q'), x);
      }),
      { numRuns: runs(200) },
    );
  });

  it('in a path, a name or a value never changes the structure of the parts around it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (x) => {
        const url = new URL(await wire('http://h/p/{{x}}?a{{x}}b=c{{x}}d&last=1', x));
        assert.equal(url.host, 'h');
        assert.ok(url.search.startsWith('?a'));
        assert.equal([...url.searchParams].length, 2);
        assert.equal(url.hash, '');
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves no character in the URL that is not allowed on the wire', () => {
    const legal = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.string({ unit: 'binary' }))), (pieces) => {
        const writer = new UrlWriter();
        for (const [literal, text] of pieces) {
          if (literal) writer.literal(text);
          else writer.inserted(text, false);
        }
        assert.match(writer.wire, legal);
      }),
    );
  });

  it('costs no more than its length', () => {
    for (const piece of ['%', 'é', '&', ':']) {
      growsLinearly(
        (n) => piece.repeat(n),
        (text) => encodeAt(text, 'query-value', '&#+'),
        piece.length,
      );
      growsLinearly(
        (n) => `http://h/?${piece.repeat(n)}`,
        (text) => new UrlWriter().literal(text),
        piece.length,
      );
    }
  });
});

describe('@no-encode', () => {
  const sends = async (target: string, x?: string): Promise<string> => {
    const r = await inspect(`# @no-encode\nGET ${target}`, { variables: { x: x ?? '' } });
    return r.resolve().ok ? r.sent().wireUrl : r.problems().join('\n');
  };

  it('sends the text untouched', async () => {
    assert.equal(await sends('http://h/a%20b/[x]?q={{x}}', 'a&b+c=%7B'), 'http://h/a%20b/[x]?q=a&b+c=%7B');
  });

  for (const [target, x, character] of [
    ['http://h/a b', '', '" "'],
    ['http://h/ö', '', '"ö"'],
    ['http://h/{{x}}', 'a"b', '"\\""'],
    ['http://h/{{x}}', 'a\nb', '"\\n"'],
    ['http://h/100%', '', '"%"'],
    ['http://h/😀', '', '"😀"'],
  ] as const) {
    it(`fails on ${character}`, async () =>
      assert.equal(
        await sends(target, x),
        `With @no-encode the URL is sent as it is, and ${character} is not allowed in a URL (RFC 3986): encode it.`,
      ));
  }
});

describe('the request line after substitution', () => {
  for (const [line, variables, expected] of [
    ['{{x}}', { x: 'POST http://h/a HTTP/1.1' }, ['POST', 'http://h/a', '1.1']],
    ['{{x}}', { x: 'http://h/a' }, ['GET', 'http://h/a', undefined]],
    ['{{x}}', { x: '  delete   http://h/a b  ' }, ['DELETE', 'http://h/a%20b', undefined]],
    ['{{x}}\n  ?a=1\n  &b={{y}}', { x: 'POST http://h/a', y: 'c&d' }, ['POST', 'http://h/a?a=1&b=c%26d', undefined]],
    ['{{x}} http://h/', { x: 'patch' }, ['PATCH', 'http://h/', undefined]],
    ['{{x}} http://h/ HTTP/2', { x: 'M-SEARCH' }, ['M-SEARCH', 'http://h/', '2']],
    ['Get http://h/', {}, ['GET', 'http://h/', undefined]],
    ['purge http://h/', {}, ['purge', 'http://h/', undefined]],
    ['GRAPHQL http://h/', {}, ['POST', 'http://h/', undefined]],
    ['GET http://h/ HTTP/1.0', {}, ['GET', 'http://h/', '1.0']],
    ['# @http2\nGET http://h/ HTTP/1.1', {}, ['GET', 'http://h/', '2']],
  ] as const) {
    it(`${JSON.stringify(line)} with ${JSON.stringify(variables)} is ${expected.join(' ')}`, async () => {
      const r = (await inspect(line, { variables })).sent();
      assert.deepEqual([r.method, r.wireUrl, r.httpVersion], expected);
    });
  }

  for (const [line, variables, message] of [
    ['{{x}}', { x: '' }, 'A URL is missing after the method.'],
    ['{{x}}', { x: 'POST' }, 'A URL is missing after POST.'],
    ['GET {{x}}', { x: '' }, 'A URL is missing after GET.'],
    ['GET {{x}}', { x: '  ' }, 'A URL is missing after GET.'],
    ['GET', {}, 'A URL is missing after GET.'],
    ['{{x}} http://h', { x: 'two words' }, '"two words" cannot be a method: it must be one word (RFC 9110 §9.1).'],
    ['{{x}} http://h', { x: 'GET\r\nX: y' }, '"GET\\r\\nX: y" cannot be a method: it must be one word (RFC 9110 §9.1).'],
    ['GET http://h HTTP/3', {}, 'HTTP/3 is not supported: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.'],
    ['{{x}}', { x: 'GET http://h HTTP/9' }, 'HTTP/9 is not supported: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.'],
  ] as const) {
    it(`${line} with ${JSON.stringify(variables)} is refused: ${message}`, async () =>
      assert.deepEqual((await inspect(line, { variables })).problems(), [message]));
  }
});

describe('the hints about a URL', () => {
  it('report that a fragment is not sent', async () => {
    const r = (await inspect('GET http://h/#part')).resolve();
    assert.ok(r.ok);
    assert.deepEqual(
      r.hints.map((h) => [h.id, h.severity, h.message]),
      [['fragment', 'hint', 'The fragment #part is not sent (RFC 9110 §7.1).']],
    );
  });
});
