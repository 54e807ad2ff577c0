/** Stubs of clients that tests do not install. They print their requests as one line of JSON each. */
export const pythonStub = `
import json, sys
class Sent:
    status_code = 200
    text = ""
def text(value):
    return value.decode() if isinstance(value, bytes) else value
def request(method, url, headers=(), data=b"", content=b"", **options):
    pairs = headers.items() if isinstance(headers, dict) else headers
    line = {"method": method, "url": url, "headers": [[n, text(v)] for n, v in pairs], "body": text(data or content), **options}
    sys.stderr.write(json.dumps(line) + "\\n")
    return Sent()
`;

/** `http`, which parses its items as HTTPie does. */
export const httpieStub = `#!${process.execPath}
const args = process.argv.slice(2);
const raw = args.includes('--raw') ? args.splice(args.indexOf('--raw'), 2)[1] : undefined;
const [method, url, ...items] = args.filter((a) => !a.startsWith('-'));
const headers = items.map((i) => [i.slice(0, i.indexOf(':')), i.slice(i.indexOf(':') + 1).trim()]).filter(([, v]) => v !== '');
const body = raw ?? (args.includes('--ignore-stdin') ? '' : require('fs').readFileSync(0, 'utf8'));
process.stderr.write(JSON.stringify({ method, url, headers, body }) + '\\n');
`;
