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
