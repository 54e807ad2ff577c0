// What Node itself reads when a bundle asks for one of its modules, put off until something of the module is used.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The modules that are not there when Node starts, and that a short command may never need: together they cost as much as its request. */
const costly = [
  'assert',
  'child_process',
  'crypto',
  'dns',
  'http',
  'http2',
  'os',
  'readline',
  'timers/promises',
  'tls',
  'worker_threads',
  'zlib',
];

/** Puts off reading them: each name is looked up when it is used, one that only a newer Node has as well. */
export const builtinsWhenUsed = {
  name: 'builtins-when-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(${costly.join('|')})$`) }, ({ path: id, namespace }) =>
      namespace === 'when-used' ? { path: id, external: true } : { path: id, namespace: 'when-used' },
    );
    onLoad({ filter: /./, namespace: 'when-used' }, ({ path: id }) => {
      const names = Object.keys(require(id)).filter((name) => /^[a-z]\w*$/i.test(name));
      // As a bundle asks for it otherwise: an editor may give an extension one of its own.
      const module = `require('${id}')`;
      // A function itself, called all the time, which has something to say when it fails alone.
      const target = id === 'node:assert' ? `(ok, message) => ok || ${module}(ok, message)` : '{}';
      const named = `for (const name of ${JSON.stringify(names)}) Object.defineProperty(target, name, { configurable: true, enumerable: true, get: () => ${module}[name] });`;
      const all = id === 'node:assert' ? 'target' : `new Proxy(target, { get: (_, name) => name !== '__esModule' && ${module}[name] })`;
      return { contents: `const target = ${target};\n${named}\nmodule.exports = ${all};` };
    });
  },
};
