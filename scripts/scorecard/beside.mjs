// What probes with hostile documents share: a collection beside a folder that must stay as it is.
import fs from 'node:fs';
import path from 'node:path';

/** No text of a file outside of the collection and no terminal escape is printed. */
// oxlint-disable-next-line no-control-regex
export const harmless = /^(?![\s\S]*(?:root:|leaked|\u001b|\u0007))/;

/** Files below `c`, and a sibling folder with a file that must not be read or changed. */
export const collection =
  (files, ...args) =>
  (folder, url) => {
    const outside = path.join(folder, 'outside');
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, 'kept'), 'leaked: "leaked"\n');
    for (const [name, content] of Object.entries(typeof files === 'function' ? files(outside) : files)) {
      const file = path.join(folder, 'c', name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      if (typeof content === 'object') fs.symlinkSync(content.link, file);
      else fs.writeFileSync(file, content.replaceAll('URL', url));
    }
    return args;
  };
export const isKept = (folder) =>
  fs.readdirSync(folder).every((name) => ['c', 'outside'].includes(name)) &&
  fs.readdirSync(path.join(folder, 'outside')).join() === 'kept' &&
  fs.readFileSync(path.join(folder, 'outside/kept'), 'utf8') === 'leaked: "leaked"\n';

export const answers = (text) => (socket) => {
  const body = Buffer.from(typeof text === 'function' ? text() : text);
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`), body]),
  );
};
export const openApi = (paths, more = {}) => JSON.stringify({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths, ...more });
export const schemas = (schema, all) =>
  openApi(
    {
      '/': {
        get: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'd', content: { 'application/json': { schema } } } },
        },
      },
    },
    { components: { schemas: all } },
  );
/** Each YAML anchor has ten times as many items as the one before. */
export const aliases = (end) =>
  `${Array.from(
    { length: 30 },
    (_, i) =>
      `a${i}: &a${i} [${
        i === 0
          ? 'x'
          : Array(10)
              .fill(`*a${i - 1}`)
              .join(', ')
      }]`,
  ).join('\n')}\n${end}\n`;
