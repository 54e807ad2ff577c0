// `npm run docs`: builds the documentation site into out/site and checks it. `REQ_DOCS_BASE=/req/` builds it for a
// sub-path. `--out DIR` writes it elsewhere.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { pages } from '../site/.vitepress/pages.mjs';
import { repository } from './command.mjs';
import { problemsOf } from './siteCheck.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(repository, 'out/site') } } });
const base = process.env.REQ_DOCS_BASE ?? '/';
const out = path.resolve(values.out);
if (!/^\/(?:[\w.~-]+\/)*$/.test(base)) throw new Error(`REQ_DOCS_BASE must begin and end with "/", such as /req/: ${base}`);

await build(path.join(repository, 'site'), { base, outDir: out });
const problems = problemsOf({ out, base, pages });
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${pages.length} pages in ${out}` : `${problems.length} problems in ${out}`);
process.exitCode = problems.length === 0 ? 0 : 1;
