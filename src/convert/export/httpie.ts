import { quote } from '../curl/quote.ts';
import { dataOf } from '../curl/toCurl.ts';
import type { Writer } from './model.ts';

export const writeHttpie: Writer = (requests, note) =>
  requests
    .map((r) => {
      const { method, wireUrl, body, auth, options } = r.resolved;
      if (wireUrl.startsWith('http+unix:')) note(r, 'HTTPie needs a plugin for Unix sockets.');
      const words = ['http'];
      const data = dataOf(body);
      const isPiped = data.before !== undefined || data.file !== undefined;
      if (!isPiped) words.push('--ignore-stdin');
      if (options.followRedirects) words.push('--follow');
      if (options.insecure) words.push('--verify=no');
      if (options.timeoutMs > 0) words.push(`--timeout=${options.timeoutMs / 1000}`);
      if (auth?.kind === 'digest') words.push('-A digest', `-a ${quote(`${auth.user}:${auth.password}`)}`);
      if (body.length > 0 && !isPiped) words.push(`--raw ${quote(data.text)}`);
      const lines = [[...words, quote(method), quote(wireUrl)].join(' ')];
      // The space after the colon distinguishes it from `:=` and `:@`. HTTPie removes it.
      for (const [name, value] of r.headers) lines.push(quote(`${name}: ${value}`));
      if (body.length > 0 && !r.headers.some(([n]) => n.toLowerCase() === 'content-type')) lines.push('Content-Type:');
      const command = lines.join(' \\\n  ');
      const input =
        data.before !== undefined ? `${data.before} | ${command}` : data.file === undefined ? command : `${command} < ${quote(data.file)}`;
      return `# ${r.title}\n${input}`;
    })
    .join('\n\n');
