import assert from 'node:assert/strict';
import { fromCurl, requestsText } from '../../../src/convert/curl/index.ts';

const url = 'https://api.example.com/users';

const cases: readonly { readonly title: string; readonly curl: string; readonly req: string }[] = [
  {
    title: 'credentials of digest and of AWS, which are not sent as Basic',
    curl: `curl -L --digest -u 'me:p w' ${url}/1 --next -L --aws-sigv4 aws:amz:eu-west-1:s3 -u KEY:$SECRET ${url}/2`,
    req: `# @auth digest me "p w"\nGET ${url}/1\n\n###\n\n# Shell variables are read from the environment of Req: {{$env.NAME}}.\n# @auth aws KEY {{$env.SECRET}} region=eu-west-1 service=s3\nGET ${url}/2`,
  },
  {
    title: 'credentials of NTLM, which never sends the password',
    curl: `curl -L --ntlm -u me:pw ${url}`,
    req: `# Req does not sign in with NTLM: the credentials are left out.\nGET ${url}`,
  },
  {
    title: 'contents of files in a query are named',
    curl: `curl -L -G --data-binary @q.txt -d a=1 --url-query n@v.txt ${url}`,
    req: `# The content of v.txt, form-encoded, is missing: put it in behind "n=".\n# The content of q.txt is missing in the query: put it in.\nGET ${url}?n=&&a=1`,
  },
  {
    title: 'a file as standard input, whose bytes cannot be changed',
    curl: `curl -L ${url}/1 -d @- < a.txt\ncat b.txt | curl -L ${url}/2 --data-urlencode n@-`,
    req: `# curl -d removes line breaks from the file; here its bytes are sent unchanged.\n# a.txt is looked for beside this file.\nPOST ${url}/1\nContent-Type: application/x-www-form-urlencoded\n\n< ./a.txt\n\n###\n\n# The content of standard input, form-encoded, is missing: put it in behind "n=".\nPOST ${url}/2\nContent-Type: application/x-www-form-urlencoded\n\nn=`,
  },
  {
    title: 'a variable that is the output of a command',
    curl: `TOKEN=$(curl -s ${url}/login)\ncurl -L ${url} -H "X: $TOKEN"`,
    req: `# $(curl -s ${url}/login) is not run: set the environment variable curl_s_https_api_example_com_users_login to its output.\n# Shell variables are read from the environment of Req: {{$env.NAME}}.\nGET ${url}\nX: {{$env.curl_s_https_api_example_com_users_login}}`,
  },
  {
    title: 'a form with a type that is none',
    curl: `curl -L ${url} -H 'Content-Type: application/json' -F f=@a.png`,
    req: `# curl sends the form with the Content-Type application/json: here it is multipart/form-data.\n# a.png is looked for beside this file.\nPOST ${url}\nContent-Type: multipart/form-data; boundary=form-boundary-1\n\n--form-boundary-1\nContent-Disposition: form-data; name="f"; filename="a.png"\nContent-Type: image/png\n\n< ./a.png\n--form-boundary-1--`,
  },
  {
    title: 'variables of the Windows command prompt, but no encoded characters',
    curl: `curl -L "${url}/%C3%A9?q=%41%20%E4abc%20" ^\n -H "X: %USERNAME%-%ACCESS_TOKEN%" ^\n -m 5 --connect-timeout 2.5`,
    req: `# Shell variables are read from the environment of Req: {{$env.NAME}}.\n# @timeout 5s\n# @connect-timeout 2.5s\nGET ${url}/%C3%A9?q=%41%20%E4abc%20\nX: {{$env.USERNAME}}-{{$env.ACCESS_TOKEN}}`,
  },
];

describe('options of curl with a meaning of their own', () => {
  for (const { title, curl, req } of cases) it(title, () => assert.equal(requestsText(fromCurl(curl)), req));
});
