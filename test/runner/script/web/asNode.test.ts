import assert from 'node:assert/strict';
import { runScript } from '../../../support/scriptRun.ts';

/** Expressions with the same value or error as in Node.js. */
const same: Readonly<Record<string, readonly string[]>> = {
  URL: [
    'new URL("https://user:p%20w@example.com:8443/a/../b?x=1&y=%20z#frag").href',
    'new URL("/c?d", "http://example.com/a/b").href',
    '(() => { const { protocol, username, password, host, hostname, port, pathname, search, hash, origin } = new URL("https://u:p@münchen.example:444/ä?q=ß#h"); return [protocol, username, password, host, hostname, port, pathname, search, hash, origin] })()',
    '(() => { const url = new URL("http://a.b/"); url.protocol = "https:"; url.port = "8080"; url.pathname = "/x y"; url.search = "a=b c"; url.hash = "é"; url.username = "me"; return url.href })()',
    '(() => { const url = new URL("http://a.b/?x=1"); url.searchParams.append("y", "2 3"); url.searchParams.delete("x"); return [url.href, String(url.searchParams)] })()',
    '(() => { const url = new URL("http://a.b/?x=1"); const { searchParams } = url; url.search = "?z=9"; return [...searchParams] })()',
    'JSON.stringify({ url: new URL("http://a.b") })',
    'URL.canParse("nothing")',
    'URL.canParse("http://[::1]/")',
    'new URL("nothing")',
    'new URL("http://[::1")',
  ],
  URLSearchParams: [
    '[...new URLSearchParams("?a=1&b=%20x+y&a=%F0%9F%98%80&=&c")]',
    'String(new URLSearchParams([["a", "ü&="], ["b", "c d"]]))',
    'String(new URLSearchParams({ a: 1, b: true }))',
    'String(new URLSearchParams(new URLSearchParams("a=1&a=2")))',
    '(() => { const p = new URLSearchParams("b=2&a=1&b=3"); p.sort(); p.set("b", "4"); return [String(p), p.get("b"), p.getAll("a"), p.has("c"), p.has("a", "2"), p.size, p.get("no")] })()',
    '[[...new URLSearchParams("a=1&b=2").keys()], [...new URLSearchParams("a=1&b=2").values()]]',
    'new URLSearchParams([["a"]])',
  ],
  text: [
    '[...new TextEncoder().encode("aé😀\\0\\ud800")]',
    '(() => { const into = new Uint8Array(5); return [new TextEncoder().encodeInto("aé😀b", into), [...into]] })()',
    'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xff]))',
    'new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length',
    'new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff]))',
    'new TextDecoder("latin1").encoding',
    'new TextDecoder("windows-1252").decode(new Uint8Array([0x80, 0xe9]))',
    'new TextDecoder("utf-16le").decode(new Uint16Array([0x41, 0xe9]).buffer)',
    'new TextDecoder("no-such")',
    '(() => { const d = new TextDecoder(); return [d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }), d.decode(new Uint8Array([0x98, 0x80]), { stream: true }), d.decode()] })()',
    'btoa("a\\u00ff\\0")',
    'btoa("€")',
    'atob(" YQ == ")',
    'atob("Y")',
  ],
  structuredClone: [
    'structuredClone({ a: [1, { b: new Date(5) }], c: undefined, d: null })',
    '(() => { const a = { n: 1 }; a.self = a; const b = structuredClone(a); return b !== a && b.self === b })()',
    '[...structuredClone(new Map([[{ k: 1 }, new Set([2])]]))].map(([k, v]) => [k, [...v]])',
    '[...structuredClone(new Uint16Array([1, 2]))]',
    'structuredClone(new TypeError("x")) instanceof TypeError',
    'String(structuredClone(/a/gi))',
    'structuredClone(() => 1)',
    'structuredClone({ s: Symbol("x") })',
  ],
  Intl: [
    'new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(1234.5)',
    'new Intl.NumberFormat("en").formatToParts(1234.5)',
    '[1, 2.5, -3].map(new Intl.NumberFormat("fr").format)',
    'new Intl.NumberFormat("en", { style: "unit" })',
    'new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" }).format(new Date(0))',
    'new Intl.DateTimeFormat("en", { timeZone: "UTC" }).formatToParts(0).map((p) => p.type)',
    'new Intl.DateTimeFormat("xx-invalid-locale-")',
    'new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")',
    'new Intl.PluralRules("en", { type: "ordinal" }).select(2)',
    'new Intl.ListFormat("en").format(["a", "b", "c"])',
    'new Intl.DisplayNames("en", { type: "region" }).of("DE")',
    '["ä", "z", "a"].sort(new Intl.Collator("de").compare)',
    'Intl.DateTimeFormat("de").resolvedOptions().locale',
    'Intl.NumberFormat.supportedLocalesOf(["de", "en"])',
    'new Date(0).toLocaleDateString("de-DE", { timeZone: "UTC" })',
    'new Date(0).toLocaleTimeString("en-US", { timeZone: "UTC" })',
    'new Date(0).toLocaleString("en-US", { timeZone: "UTC", weekday: "short" })',
    'new Date(NaN).toLocaleString()',
    '(1234567.891).toLocaleString("de")',
    '(12345678901234567890n).toLocaleString("en")',
  ],
  crypto: [
    'crypto.getRandomValues(new Uint8Array(16)).length',
    'crypto.getRandomValues(new Uint8Array(65537))',
    '[typeof crypto.randomUUID(), crypto.randomUUID().length]',
    '[...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc")))]',
    '[...new Uint8Array(await crypto.subtle.sign("HMAC", await crypto.subtle.importKey("raw", new Uint8Array([1, 2, 3]), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]), new Uint8Array([4])))]',
    '(await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-GCM", false, ["encrypt"])).algorithm',
    'await crypto.subtle.exportKey("raw", await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-CBC", false, ["encrypt"]))',
    'await crypto.subtle.exportKey("jwk", await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-CBC", true, ["encrypt"]))',
    '(async () => { const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]); const by = { name: "AES-GCM", iv: new Uint8Array(12) }; const secret = await crypto.subtle.encrypt(by, key, new TextEncoder().encode("hello")); return new TextDecoder().decode(await crypto.subtle.decrypt(by, key, secret)) })()',
    '(async () => { const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]); const by = { name: "ECDSA", hash: "SHA-256" }; const signature = await crypto.subtle.sign(by, privateKey, new Uint8Array([1])); return [await crypto.subtle.verify(by, publicKey, signature, new Uint8Array([1])), await crypto.subtle.verify(by, publicKey, signature, new Uint8Array([2]))] })()',
    '(async () => { const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "RSA-PSS", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, false, ["sign", "verify"]); return [privateKey.type, [...publicKey.algorithm.publicExponent], privateKey.extractable, publicKey.usages] })()',
    '[...new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", salt: new Uint8Array(8), iterations: 10, hash: "SHA-1" }, await crypto.subtle.importKey("raw", new Uint8Array(3), "PBKDF2", false, ["deriveBits"]), 64))]',
    'await crypto.subtle.digest("MD5", new Uint8Array())',
  ],
  timers: [
    'await new Promise((resolve) => setTimeout(resolve, 1, "late"))',
    '(async () => { const order = []; const all = [new Promise((r) => setTimeout(() => r(order.push("timeout")), 5)), new Promise((r) => queueMicrotask(() => r(order.push("microtask"))))]; order.push("now"); await Promise.all(all); return order })()',
    '(async () => { let n = 0; await new Promise((resolve) => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); resolve() } }, 1) }); return n })()',
    '(async () => { let n = 0; clearTimeout(setTimeout(() => n++, 1)); await new Promise((r) => setTimeout(r, 20)); return n })()',
    'await new Promise((resolve) => setImmediate(resolve, 3))',
  ],
};

/** The name of the error, or the value as JSON. */
const probe = (expression: string): string =>
  `(async () => { try { return JSON.stringify({ value: await (async () => (${expression}))() }) } catch (e) { return e.name } })()`;

describe('the web basics of scripts are those of Node.js:', () => {
  for (const [what, expressions] of Object.entries(same)) {
    describe(what, () => {
      for (const expression of expressions) {
        it(expression, async () => {
          // oxlint-disable-next-line no-eval -- the expressions above
          const expected = await (eval(probe(expression)) as Promise<string>);
          const { variables, result } = await runScript(`tool.setVar("probe", await ${probe(expression)})`);
          assert.equal(result.failure?.message, undefined);
          assert.equal(variables.get('probe'), expected);
        });
      }
    });
  }
});
