/** Packages that scripts of Postman and Bruno can require. */
export const scriptPackages = [
  'ajv',
  'ajv-formats',
  'atob',
  'axios',
  'btoa',
  'buffer',
  'chai',
  'cheerio',
  'crypto',
  'crypto-js',
  'dayjs',
  'lodash',
  'moment',
  'nanoid',
  'tv4',
  'url',
  'uuid',
  'xml2js',
] as const;

export type ScriptPackage = (typeof scriptPackages)[number];

/** Alternatives to packages that those clients provide and Req does not. */
const instead: Readonly<Record<string, string>> = {
  'csv-parse/lib/sync': 'name the CSV file with # @data, and the request is sent for each row',
  'postman-collection': 'use pm.request and pm.response',
  'form-data': 'write the form in a request, and send it with tool.send(name)',
  'node-fetch': 'use axios, which sends through Req',
  jsonwebtoken: 'use tool.jwt.sign, tool.jwt.verify and tool.jwt.decode',
  fs: 'scripts read no files. Load JSON of the collection with require("./data.json")',
  path: 'scripts read no files',
  child_process: 'scripts start no programs',
  util: 'use the functions of JavaScript and lodash',
};

/** The name without `npm:` or `node:` and a version, as in `pm.require`. */
export const packageName = (written: string): string => written.replace(/^(?:npm|node):/, '').replace(/(?<=.)@[^/]*$/, '');

export const isScriptPackage = (name: string): name is ScriptPackage => (scriptPackages as readonly string[]).includes(name);

/** Why a script cannot require this package; undefined if it can, or if it is a path. */
export function missingPackage(written: string): string | undefined {
  const name = packageName(written);
  if (/^[./\\]|^[A-Za-z]:/.test(name) || isScriptPackage(name)) return undefined;
  const hint = Object.hasOwn(instead, name) ? instead[name] : undefined;
  if (hint !== undefined) return `Req has no package ${name}: ${hint}.`;
  return `Req has no package ${name}. Scripts can load files of the collection, such as ./lib.js, and ${scriptPackages.join(', ')}.`;
}
