// What Node itself reads when a bundle asks for one of its modules, put off until something of the module is used.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The modules that are not there when Node starts, and that a short command may never need: together they cost as much as its request. */
const costly = ['assert', 'child_process', 'crypto', 'dns', 'http', 'http2', 'os', 'readline', 'tls', 'worker_threads'];

/** Puts off reading them: each name is looked up when it is used. */
export const builtinsWhenUsed = {
  name: 'builtins-when-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(${costly.join('|')})$`) }, ({ path: id }) => ({ path: id, namespace: 'when-used' }));
    onLoad({ filter: /./, namespace: 'when-used' }, ({ path: id }) => {
      const names = JSON.stringify(Object.keys(require(id)).filter((name) => /^[a-z]\w*$/i.test(name)));
      const read = `process.getBuiltinModule('${id}')`;
      // The one that is a function itself is called all the time, and has something to say when it fails alone.
      const itself = id === 'node:assert' ? `module.exports = (ok, message) => ok || ${read}(ok, message);` : '';
      const look = `Object.defineProperty(module.exports, name, { enumerable: true, get: () => ${read}[name] })`;
      return { contents: `${itself}for (const name of ${names}) ${look};` };
    });
  },
};
