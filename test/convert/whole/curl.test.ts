import assert from 'node:assert/strict';
import { fromCurl, requestsText } from '../../../src/convert/curl/fromCurl.ts';

const line = (command: string): string => fromCurl(command).requests[0]?.line ?? '';

describe('curl commands of documentation', () => {
  it('keep a base URL from a variable, whose value contains the scheme', () => {
    assert.equal(line('curl "$BASE_URL/v1/x"'), 'GET {{$env.BASE_URL}}/v1/x');
    assert.equal(line('curl ${API}?a=1'), 'GET {{$env.API}}?a=1');
    assert.equal(line('curl "$URL"'), 'GET {{$env.URL}}');
  });

  it('add the scheme before a variable that is a host', () => {
    assert.equal(line('curl "$HOST/v1"'), 'GET http://{{$env.HOST}}/v1');
    assert.equal(line('curl "$API_HOST/v1"'), 'GET http://{{$env.API_HOST}}/v1');
    assert.equal(line('curl $NAME.example.com'), 'GET http://{{$env.NAME}}.example.com');
    assert.equal(line('curl $SERVER:8080/a'), 'GET http://{{$env.SERVER}}:8080/a');
  });

  it('are written as a whole file', () =>
    assert.match(requestsText(fromCurl('curl "$BASE_URL/v1/x"')), /\nGET \{\{\$env\.BASE_URL\}\}\/v1\/x$/));
});

describe('curl commands with syntax that only a shell understands', () => {
  const text = (command: string): string => requestsText(fromCurl(command));

  it('have a here-document as the input of the command that it belongs to', () => {
    assert.match(text('curl -d @- https://a.test <<\'EOF\' | jq .\n{"a": 1}\nEOF\n'), /\n\n\{"a": 1\}$/);
    assert.match(text('cat <<EOF | curl --data-binary @- https://a.test\none\ntwo\nEOF\n'), /\["one\\ntwo\\n"\]/);
  });

  it('are read behind prompts', () => {
    for (const prompt of ['user@host:~$ ', 'root@box:/srv# ', '[me@box dir]$ ', '(venv) me@box:~/x$ '])
      assert.equal(line(`${prompt}curl https://a.test/x`), 'GET https://a.test/x', prompt);
    assert.match(text('$ curl https://a.test \\\n> -H "X: 1" \\\n> -d a=1'), /POST https:\/\/a\.test\nX: 1\n/);
  });

  it('continue behind a backslash with white space after it', () => {
    assert.match(text('curl https://a.test/x \\ \n  -H "X: 1"\\\t\n  -H "Y: 2"\n'), /GET https:\/\/a\.test\/x\nX: 1\nY: 2$/);
  });

  it('read the result of a shell command from the environment, and report it', () => {
    const found = text('curl -H "Authorization: Bearer $(get-token --short)" -H "T: `date +%s`" "https://a.test/${V:-1}"');
    assert.match(found, /# \$\(get-token --short\) is not run: set the environment variable get_token_short to its output\.\n/);
    assert.match(
      found,
      /GET https:\/\/a\.test\/\{\{\$env\.V\}\}\nAuthorization: Bearer \{\{\$env\.get_token_short\}\}\nT: \{\{\$timestamp\}\}$/,
    );
    assert.match(
      text('curl -d @- https://a.test <<EOF\n{"id": "$(uuidgen)", "u": "$USER"}\nEOF\n'),
      /\{"id": "\{\{\$uuid\}\}", "u": "\{\{\$env\.USER\}\}"\}/,
    );
  });
});
