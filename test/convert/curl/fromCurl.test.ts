import assert from 'node:assert/strict';
import { growsLinearly } from '../../support/growsLinearly.ts';
import { fromCurl, looksLikeCurl, requestsText } from '../../../src/convert/curl/index.ts';

interface Case {
  readonly title: string;
  readonly curl: string;
  readonly req: string;
  readonly eol?: '\n' | '\r\n';
}

const url = 'https://api.example.com/users';

const cases: readonly Case[] = [
  { title: 'a URL alone is a GET that follows no redirects', curl: `curl ${url}`, req: `# @no-redirect\nGET ${url}` },
  { title: '-L follows redirects', curl: `curl -L ${url}`, req: `GET ${url}` },
  {
    title: 'a URL without a scheme is http, as curl takes it',
    curl: 'curl -L example.com/a',
    req: 'GET http://example.com/a',
  },
  {
    title: 'data makes a POST of a form',
    curl: `curl -L ${url} -d name=Ada -d 'tags=a b'`,
    req: `POST ${url}\nContent-Type: application/x-www-form-urlencoded\n\nname=Ada&tags=a b`,
  },
  {
    title: '--json sets both types and joins without &',
    curl: `curl -L ${url} --json '{"a":' --json '1}'`,
    req: `POST ${url}\nContent-Type: application/json\nAccept: application/json\n\n{"a":1}`,
  },
  {
    title: 'combined short flags and a value stuck to its letter',
    curl: `curl -sSLkX PUT -HAccept:text/html ${url}`,
    req: `# @insecure\nPUT ${url}\nAccept: text/html`,
  },
  {
    title: '--name=value',
    curl: `curl --location --request=DELETE --url=${url} --max-time=2.5 --max-redirs=3`,
    req: `# @max-redirects 3\n# @timeout 2.5s\nDELETE ${url}`,
  },
  {
    title: 'quotes, escapes and continued lines of Bash',
    curl: `$ curl -L '${url}?q=it'\\''s' \\\n  -H "X-A: \\"quoted\\" \\$1" \\\n  -H $'X-B: caf\\xc3\\xa9 \\u0041\\ud83d\\ude00'`,
    req: `GET ${url}?q=it's\nX-A: "quoted" $1\nX-B: café A😀`,
  },
  {
    title: 'a prompt and a comment',
    curl: `$ curl -L ${url} # all of them`,
    req: `GET ${url}`,
  },
  {
    title: "Chrome's copy for Bash",
    curl: `curl '${url}' \\\n  -H 'accept: */*' \\\n  -H 'content-type: application/json' \\\n  -b 'sid=1; lang=en' \\\n  -H 'sec-fetch-mode: cors' \\\n  --data-raw $'{"text":"it\\'s \\u0021"}' \\\n  --compressed`,
    req: `POST ${url}\naccept: */*\ncontent-type: application/json\nsec-fetch-mode: cors\nCookie: sid=1; lang=en\n\n{"text":"it's !"}`,
  },
  {
    title: "Firefox's copy, which follows redirects as the browser does",
    curl: `curl '${url}' --compressed -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0)'`,
    req: `GET ${url}\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0)`,
  },
  {
    title: "Chrome's copy for the Windows command prompt",
    curl: `curl ^"${url}?a=1^&b=^%^41^" ^\n  -H ^"content-type: application/json^" ^\n  --data-raw ^"^{^\\^"a^\\^":^\\^"x^\\^\\^\\^"y^\\^",^\n\n^\\^"n^\\^":1^}^"`,
    req: `# @no-redirect\nPOST ${url}?a=1&b=%41\ncontent-type: application/json\n\n{"a":"x\\"y",\n"n":1}`,
  },
  {
    title: 'the Windows command prompt with plain quotes',
    curl: `C:\\Users\\ada> curl.exe -L "${url}" ^\n  -H "Content-Type: application/json" ^\n  -d "{\\"a\\":1}"`,
    req: `POST ${url}\nContent-Type: application/json\n\n{"a":1}`,
  },
  {
    title: 'PowerShell',
    curl: `PS C:\\> curl.exe -L "${url}" \`\n  -H "Authorization: Bearer $env:TOKEN" \`\n  -H 'X-A: it''s' -d '{\\"a\\":1}' -H "Content-Type: application/json"`,
    req: `# Shell variables are read from the environment of Req: {{$env.NAME}}.\nPOST ${url}\nAuthorization: Bearer {{$env.TOKEN}}\nX-A: it's\nContent-Type: application/json\n\n{"a":1}`,
  },
  {
    title: 'variables of the shell become placeholders of the environment',
    curl: `curl -L "$HOST/users" -H "Authorization: Bearer \${TOKEN}" -H 'X-Not: $TOKEN'`,
    req: `# Shell variables are read from the environment of Req: {{$env.NAME}}.\nGET http://{{$env.HOST}}/users\nAuthorization: Bearer {{$env.TOKEN}}\nX-Not: $TOKEN`,
  },
  {
    title: 'variables that the text sets are filled in',
    curl: `HOST=${url}\nexport TOKEN='a b'\ncurl -L "$HOST" -H "X: $TOKEN"`,
    req: `GET ${url}\nX: a b`,
  },
  {
    title: 'the comment above a command is its title',
    curl: `# Create a user\n# @name is no directive here\ncurl -L ${url} -d a=1 # not this\n\n# List them\n#\ncurl -L ${url} | jq .`,
    req: `### Create a user\n# name is no directive here\nPOST ${url}\nContent-Type: application/x-www-form-urlencoded\n\na=1\n\n### List them\n# The response is not piped: | jq .\nGET ${url}`,
  },
  {
    title: 'JSON with variables is not kept as a raw text because of its last line break',
    curl: `curl -L ${url} -H 'Content-Type: application/json' -d @- <<EOF\n{"n": $N, "u": "$USER"}\nEOF\ncurl -L ${url} --json @- <<EOF\n{"n": $N}\nEOF`,
    req: `# Shell variables are read from the environment of Req: {{$env.NAME}}.\nPOST ${url}\nContent-Type: application/json\n\n{"n": {{$env.N}}, "u": "{{$env.USER | json}}"}\n\n###\n\n# The white space at the end of the JSON body is not sent.\nPOST ${url}\nContent-Type: application/json\nAccept: application/json\n\n{"n": {{$env.N}}}`,
  },
  {
    title: 'a multipart text without a line break behind its last boundary',
    curl: `curl -L ${url} -H 'content-type: multipart/form-data; boundary=W' --data-raw $'--W\\r\\n\\r\\n1\\r\\n--W--'`,
    req: `# A line break is sent behind the last boundary: it means nothing (RFC 2046 §5.1.1).\nPOST ${url}\ncontent-type: multipart/form-data; boundary=W\n\n--W\n\n1\n--W--`,
  },
  {
    title: 'several commands, one request each',
    curl: `curl -L ${url} && curl -L ${url}/1; curl -L -X DELETE ${url}/2\ncurl -L ${url}/3`,
    req: `GET ${url}\n\n###\n\nGET ${url}/1\n\n###\n\nDELETE ${url}/2\n\n###\n\nGET ${url}/3`,
  },
  {
    title: 'several URLs, and --next',
    curl: `curl -L ${url}/1 ${url}/2 --next -I ${url}/3`,
    req: `GET ${url}/1\n\n###\n\nGET ${url}/2\n\n###\n\n# @no-redirect\nHEAD ${url}/3`,
  },
  {
    title: 'the five forms of --data-urlencode',
    curl: `curl -L ${url} --data-urlencode 'a b' --data-urlencode '=c&d' --data-urlencode 'n=é ~*' --data-urlencode n@f --data-urlencode @f`,
    req: `# The content of f, form-encoded, is missing: put it in behind "n=".\n# The content of f, form-encoded, is missing: put it in behind "".\nPOST ${url}\nContent-Type: application/x-www-form-urlencoded\n\na+b&c%26d&n=%C3%A9+~%2A&n=&`,
  },
  {
    title: '-G puts the data into the query',
    curl: `curl -LG ${url}?x=1 -d a=1 --data-urlencode 'q=a b'`,
    req: `GET ${url}?x=1&a=1&q=a+b`,
  },
  {
    title: '-u becomes an Authorization header, and one that is written wins',
    curl: `curl -L -u ada:s3cret ${url} --next -L -u ada:s3cret -H 'Authorization: Bearer t' ${url}`,
    req: `GET ${url}\nAuthorization: Basic YWRhOnMzY3JldA==\n\n###\n\nGET ${url}\nAuthorization: Bearer t`,
  },
  {
    title: '-u with a variable',
    curl: `curl -L -u "ada:$PASSWORD" ${url}`,
    req: `# Shell variables are read from the environment of Req: {{$env.NAME}}.\n@curlUser = ada:{{$env.PASSWORD}}\nGET ${url}\nAuthorization: Basic {{curlUser | base64}}`,
  },
  {
    title: '-A, -e, --oauth2-bearer and -r',
    curl: `curl -L -A me -e http://r --oauth2-bearer t -r 0-9 ${url}`,
    req: `GET ${url}\nAuthorization: Bearer t\nUser-Agent: me\nReferer: http://r\nRange: bytes=0-9`,
  },
  {
    title: 'a header taken out, and an empty one',
    curl: `curl -L ${url} -H 'User-Agent:' -H 'X-Empty;'`,
    req: `GET ${url}\nUser-Agent:\nX-Empty:`,
  },
  {
    title: 'the body of a file',
    curl: `curl -L ${url} --data-binary @photo.png -H 'Content-Type: image/png'`,
    req: `# photo.png is looked for beside this file.\nPOST ${url}\nContent-Type: image/png\n\n< ./photo.png`,
  },
  {
    title: '-d of a file says that curl strips its line breaks',
    curl: `curl -L ${url} -d @/tmp/a.txt -H 'Content-Type: text/plain'`,
    req: `# curl -d removes line breaks from /tmp/a.txt; here its bytes are sent unchanged.\nPOST ${url}\nContent-Type: text/plain\n\n< /tmp/a.txt`,
  },
  {
    title: '-T is a PUT',
    curl: `curl -L -T ./a.txt ${url}/`,
    req: `# ./a.txt is looked for beside this file.\nPUT ${url}/a.txt\n\n< ./a.txt`,
  },
  {
    title: '-F becomes a multipart body',
    curl: `curl -L ${url} -F 'title=A picture' -F 'file=@pic.png' -F 'n={"a":1};type=application/json' --form-string 'raw=@x;type=y'`,
    req: `# pic.png is looked for beside this file.\nPOST ${url}\nContent-Type: multipart/form-data; boundary=form-boundary-1\n\n--form-boundary-1\nContent-Disposition: form-data; name="title"\n\nA picture\n--form-boundary-1\nContent-Disposition: form-data; name="file"; filename="pic.png"\nContent-Type: image/png\n\n< ./pic.png\n--form-boundary-1\nContent-Disposition: form-data; name="n"\nContent-Type: application/json\n\n{"a":1}\n--form-boundary-1\nContent-Disposition: form-data; name="raw"\n\n@x;type=y\n--form-boundary-1--`,
  },
  {
    title: "a browser's multipart body is written part by part",
    curl: `curl -L ${url} -H 'content-type: multipart/form-data; boundary=----W' --data-raw $'------W\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n------W--\\r\\n'`,
    req: `POST ${url}\ncontent-type: multipart/form-data; boundary=----W\n\n------W\nContent-Disposition: form-data; name="a"\n\n1\n------W--`,
  },
  {
    title: 'versions',
    curl: `curl -L --http1.0 ${url} --next -L --http1.1 ${url} --next -L --http2 ${url}`,
    req: `GET ${url} HTTP/1.0\n\n###\n\nGET ${url} HTTP/1.1\n\n###\n\nGET ${url}`,
  },
  { title: 'a proxy', curl: `curl -L -x proxy:3128 ${url}`, req: `# @proxy http://proxy:3128\nGET ${url}` },
  { title: 'a proxy that no placeholder is in', curl: `curl -L -x 'http://{{a}}:1' ${url}`, req: `# @proxy http://\\{{a}}:1\nGET ${url}` },
  {
    title: 'certificates and addresses',
    curl: `curl -L --cacert ca.pem -E 'C:\\me.pem:pass' --key me.key --resolve h:443:127.0.0.1,::1 --noproxy '*' ${url}`,
    req: `# @cacert ca.pem\n# @cert C:\\me.pem\n# @passphrase pass\n# @key me.key\n# @resolve h:443:127.0.0.1,::1\n# @proxy none\nGET ${url}`,
  },
  {
    title: 'a certificate whose name holds a colon',
    curl: `curl -L --cert-type P12 --cert 'a\\:b.p12' --pass 'x y' ${url}`,
    req: `# @cert a:b.p12\n# @passphrase x y\nGET ${url}`,
  },
  {
    title: 'a socket in the file system',
    curl: `curl -L --unix-socket /var/run/docker.sock http://localhost/v1/info --next -L --unix-socket /a.sock http://docker/x?y=1`,
    req: `GET unix:/var/run/docker.sock:/v1/info\n\n###\n\nGET unix:/a.sock:/x?y=1\nHost: docker`,
  },
  {
    title: 'a way to the server that cannot be said is named',
    curl: `curl -L --unix-socket rel.sock --resolve -h:1:2 --noproxy h ${url}`,
    req: `# --resolve -h:1:2 is left out.\n# --noproxy h is left out.\n# --unix-socket rel.sock is left out.\nGET ${url}`,
  },
  {
    title: 'options without a counterpart are named',
    curl: `curl -L --retry x --retry-delay y --retry-max-time 9 -o out.json --capath certs --frob ${url}`,
    req: `# --retry-max-time 9 is left out.\n# -o out.json is left out.\n# --capath certs is left out.\n# --frob is left out.\n# --retry-delay y is left out.\n# --retry x is left out.\nGET ${url}`,
  },
  {
    title: 'retries',
    curl: `curl -L --retry 3 --retry-delay 2 --retry-connrefused -m 1.5 --connect-timeout 0.5 ${url} --next -L --retry 5 ${url} --next -L --retry 0 --retry-delay 2 ${url}`,
    req: `# @timeout 1.5s\n# @retry 3 2s\n# @connect-timeout 0.5s\nGET ${url}\n\n###\n\n# @retry 5\nGET ${url}\n\n###\n\nGET ${url}`,
  },
  {
    title: 'what stands behind a pipe or a redirection is named',
    curl: `curl -sL ${url} 2>/dev/null | jq '.a' > out`,
    req: `# 2> /dev/null is left out.\n# The response is not piped: | jq .a\nGET ${url}`,
  },
  {
    title: 'a long query stands on lines of its own',
    curl: `curl -L '${url}?${'abcdefgh=12345678&'.repeat(4)}z=1'`,
    req: `GET ${url}\n    ?abcdefgh=12345678\n    &abcdefgh=12345678\n    &abcdefgh=12345678\n    &abcdefgh=12345678\n    &z=1`,
  },
  {
    title: 'braces stay braces',
    curl: `curl -L -g '${url}/{{id}}' -H 'X: {{a}}' --json '{"t":"{{b}} {{{c}}}"}'`,
    req: `POST ${url}/\\{{id}}\nX: \\{{a}}\nContent-Type: application/json\nAccept: application/json\n\n{"t":"\\{{b}} \\{{{c}}}"}`,
  },
  {
    title: 'lines that would end the body stand in a variable',
    curl: `curl -L ${url} -H 'Content-Type: text/plain' -d $'a\\n### b\\n?? c\\n'`,
    req: `@curlText = ["#", "?", "\\n"]\nPOST ${url}\nContent-Type: text/plain\n\na\n{{curlText[0]}}## b\n{{curlText[1]}}? c{{curlText[2]}}`,
  },
  {
    title: 'line breaks that the file cannot hold stand in a variable',
    curl: `curl -L ${url} -H 'Content-Type: text/plain' -d $'a\\r\\nb'`,
    req: `@curlText = ["\\r"]\nPOST ${url}\nContent-Type: text/plain\n\na{{curlText[0]}}\nb`,
  },
  {
    title: 'signs of other shells and prompts inside quotes are text',
    curl: `curl -L ${url} -H 'Content-Type: text/plain' -d 'a ^\nb \`\n> curl "^" $env:A'`,
    req: `POST ${url}\nContent-Type: text/plain\n\na ^\nb \`\n> curl "^" $env:A`,
  },
  {
    title: 'a here-document',
    curl: `curl -L ${url} -H 'Content-Type: text/plain' --data-binary @- <<'EOF'\na $b\nEOF\ncurl -L ${url}/2`,
    req: `@curlText = ["\\n"]\nPOST ${url}\nContent-Type: text/plain\n\na $b{{curlText[0]}}\n\n###\n\nGET ${url}/2`,
  },
  {
    title: 'text piped in',
    curl: `printf %s 'a b' | curl -L ${url} -H 'Content-Type: text/plain' --data-binary @-`,
    req: `POST ${url}\nContent-Type: text/plain\n\na b`,
  },
  {
    title: 'a file with CRLF: the lines of JSON follow it',
    curl: `curl -L ${url} --json '{\n "a": 1\n}'`,
    eol: '\r\n',
    req: `# The line breaks of the JSON body are those of this file.\r\nPOST ${url}\r\nContent-Type: application/json\r\nAccept: application/json\r\n\r\n{\r\n "a": 1\r\n}`,
  },
  {
    title: 'a file with CRLF: other line feeds stand in a variable',
    curl: `curl -L ${url} -H 'Content-Type: text/plain' -d 'a\nb'`,
    eol: '\r\n',
    req: `@curlText = ["\\n"]\r\nPOST ${url}\r\nContent-Type: text/plain\r\n\r\na{{curlText[0]}}b`,
  },
  {
    title: 'a note quotes hostile text on one line',
    curl: `curl -L ${url} --frob$'\\n@timeout 5s'`,
    req: `# --frob @timeout 5s is left out.\nGET ${url}`,
  },
];

describe('a curl command as a request', () => {
  for (const { title, curl, req, eol = '\n' } of cases) it(title, () => assert.equal(requestsText(fromCurl(curl, { eol }), eol), req));

  it('recognizes a curl command by its beginning', () => {
    for (const text of [
      `curl ${url}`,
      `  $ curl -s x`,
      `A=b curl x`,
      'curl.exe x',
      '/usr/bin/curl x',
      'PS C:\\> curl.exe x',
      'curl \\\n x',
      '> curl x',
      'sudo curl x',
      'curl ^"https',
    ])
      assert.ok(looksLikeCurl(text), text);
    for (const text of ['', 'curly x', 'GET https://x/curl', '# see curl x', 'how curl works', 'curl'.repeat(3), '{"curl": 1}'])
      assert.ok(!looksLikeCurl(text), text);
  });

  it('needs time that is linear in the length of any text', () => {
    const hostile: readonly string[] = ['$(', "$'", '\\\n', '{a,', '{{', '<<E\n'];
    for (const piece of hostile)
      growsLinearly(
        (n) => `curl h -H 'Content-Type: text/plain' -d '${piece.repeat(n)}' ${piece.repeat(n)}`,
        (text) => void fromCurl(text),
        2 * piece.length,
      );
    growsLinearly(
      (n) => `curl ^"h^" ^\n ${'^"\\" '.repeat(n)}`,
      (text) => void fromCurl(text),
      4,
    );
    growsLinearly(
      (n) => `curl h \`\n ${'"`" '.repeat(n)}`,
      (text) => void fromCurl(text),
      4,
    );
  });

  it('reports a missing URL', () => {
    assert.deepEqual(fromCurl('curl -X POST'), { requests: [], notes: ['This curl command has no URL.'] });
  });
});
