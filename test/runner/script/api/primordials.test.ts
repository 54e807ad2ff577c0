import assert from 'node:assert/strict';
import { runScript } from '../../../support/scriptRun.ts';

/** Changes that a hostile or careless script can make to globals before it uses the API. */
const damages = {
  'JSON replaced': 'JSON.stringify = JSON.parse = () => { throw new Error("mine") }; globalThis.JSON = undefined;',
  'array methods replaced':
    'for (const k of Object.getOwnPropertyNames(Array.prototype)) if (k !== "length" && k !== "constructor") Array.prototype[k] = () => { throw new Error("mine") };',
  'iterators replaced':
    'Array.prototype[Symbol.iterator] = Map.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = function* () { throw new Error("mine") };',
  'text methods replaced':
    'for (const k of Object.getOwnPropertyNames(String.prototype)) if (k !== "length" && k !== "constructor") String.prototype[k] = () => { throw new Error("mine") };',
  'dates replaced':
    'Date.prototype.toISOString = Date.prototype.getTime = Date.prototype.toJSON = () => { throw new Error("mine") }; globalThis.Date = function () { throw new Error("mine") };',
  'setters on Object.prototype':
    'for (const k of ["0", "1", "a", "name", "value", "op", "up", "next", "keys", "length", "json", "stack", "enumerable", "configurable"]) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw new Error("mine") }, get() { return undefined }, configurable: true });',
  'getters in descriptors':
    'Object.defineProperty(Object.prototype, "get", { __proto__: null, value: () => 666, configurable: true }); Object.defineProperty(Object.prototype, "writable", { __proto__: null, value: false });',
  'setters on Array.prototype':
    'for (const k of ["0", "1", "2"]) Object.defineProperty(Array.prototype, k, { set() { throw new Error("mine") }, get() { return 666 } });',
  'toJSON everywhere':
    'Object.prototype.toJSON = String.prototype.toJSON = Array.prototype.toJSON = Number.prototype.toJSON = () => "mine";',
  'then everywhere': 'Object.defineProperty(Object.prototype, "then", { value: undefined });',
  'Object and Reflect replaced':
    'for (const k of Object.getOwnPropertyNames(Reflect)) Reflect[k] = () => { throw new Error("mine") }; for (const k of ["keys", "defineProperty", "getPrototypeOf", "is", "create", "freeze"]) Object[k] = () => { throw new Error("mine") }; globalThis.Object = undefined;',
  'functions replaced':
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = Function.prototype.toString = () => { throw new Error("mine") };',
  'regular expressions replaced':
    'RegExp.prototype.exec = RegExp.prototype.test = () => { throw new Error("mine") }; Object.defineProperty(RegExp.prototype, "lastIndex", { set() { throw new Error("mine") } });',
  'maps replaced':
    'for (const c of [Map, Set, WeakMap]) for (const k of ["get", "set", "has", "add", "delete", "forEach"]) c.prototype[k] = () => { throw new Error("mine") }; globalThis.Map = globalThis.WeakMap = undefined;',
  'errors replaced': 'globalThis.Error = globalThis.TypeError = function () { throw 1 }; ',
  'promises replaced':
    'Promise.prototype.then = Promise.prototype.catch = () => { throw new Error("mine") }; globalThis.Promise = undefined;',
  'numbers replaced':
    'Number.isFinite = Number.isNaN = () => { throw new Error("mine") }; globalThis.Number = globalThis.String = globalThis.BigInt = globalThis.Boolean = undefined;',
  'the API replaced': 'globalThis.console = undefined;',
};

const use = `
const when = keptDate;
tool.setVar("a", { name: "x", list: [1, "two", { a: 3n }], when, "0": null });
const back = tool.getVar("a");
tool.setVar("b", back);
request.headers["X-One"] = "1";
request.headers.set("x-one", "2");
request.url = request.url + "?n=" + back.list.length;
request.body = { when };
tool.test("works", () => tool.expect(back).to.deep.equal(tool.getVar("b")));
tool.test("fails", () => tool.expect(back.name).to.equal("y"));
await tool.sleep(1);
keptConsole.log(back, request.headers);
tool.setVar("hash", tool.hash("md5", ""));
`;

describe('the API of scripts, with', () => {
  for (const [what, damage] of Object.entries(damages)) {
    it(`${what}, works on`, async () => {
      const run = await runScript(`const keptDate = new Date(5), keptConsole = console;\n${damage}\n${use}`);
      assert.equal(run.result.failure, undefined);
      const expected = new Map<string, unknown>([
        ['0', null],
        ['name', 'x'],
        ['list', [1, 'two', new Map([['a', 3n]])]],
        ['when', new Date(5)],
      ]);
      assert.deepEqual(run.variables.get('a'), expected);
      assert.deepEqual(run.variables.get('b'), expected);
      assert.equal(run.variables.get('hash'), 'd41d8cd98f00b204e9800998ecf8427e');
      assert.deepEqual(run.result.request.headers, [['X-One', '2']]);
      assert.equal(run.result.request.url, 'http://localhost/users?n=3');
      assert.equal(run.result.request.body, '{"when":"1970-01-01T00:00:00.005Z"}');
      assert.deepEqual(
        run.tests.map((t) => [t.name, t.passed, t.message]),
        [
          ['works', true, null],
          ['fails', false, 'expected "x" to equal "y"'],
        ],
      );
      assert.match(run.printed[0]?.[1] ?? '', /1970-01-01T00:00:00\.005Z/);
    });
  }

  it("a prototype made a proxy, fails at worst as the script's own error", async () => {
    const { result } = await runScript(
      'Object.setPrototypeOf(Array.prototype, new Proxy({}, { get() { throw new Error("mine") } })); tool.setVar("a", [1]);',
    );
    assert.notEqual(result.failure?.kind, 'bug');
  });

  it('every error of its own replaced, still describes what was thrown', async () => {
    const { result } = await runScript(
      'Object.defineProperty(Error, Symbol.hasInstance, { value() { throw 1 } }); Error.prototype.name = "Mine"; null.x',
    );
    assert.equal(result.failure?.message, "TypeError: cannot read property 'x' of null");
  });
});
