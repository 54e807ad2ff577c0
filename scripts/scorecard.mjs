// `npm run scorecard`: plays hostile answers, scripts, templates, files, secrets, certificates, cookies, redirects and agents, and prints
// how many cases hold, the most memory the command took, and the longest time until Ctrl+C ended it. `-- --write` puts the table into
// docs/security.md; `-- --graphs N` plays N random graphs instead of 10,000; `-- secrets files` plays some groups,
// and the rows of the others stay as they are.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './command.mjs';
import { build, install } from './prepare.mjs';
import { groups } from './scorecard/groups.mjs';
import { playGraphs, playTables, playTests } from './scorecard/play.mjs';
import { playProbes } from './scorecard/probe.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, graphs: { type: 'string', default: '10000' } },
});
const unknown = positionals.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(', ')}: there are ${groups.map((g) => g.name).join(', ')}.`);
if (!(await install()) || !(await build())) throw new Error('There is no build.');

const rows = [];
for (const group of groups) {
  if (positionals.length > 0 && !positionals.includes(group.name)) continue;
  console.log(`\n=== ${group.name}`);
  const started = Date.now();
  const counts = [
    await playTables(group.tables ?? []),
    await playTests(group.tests ?? []),
    ...(group.graphs === undefined ? [] : [await playGraphs(group.graphs, Number(values.graphs))]),
  ];
  const probes = await playProbes(group.probes ?? []);
  counts.push(probes);
  const sum = (name) => counts.reduce((all, count) => all + count[name], 0);
  rows.push({ ...group, played: sum('played'), passed: sum('passed'), memory: probes.memory, deaf: probes.deaf });
  console.log(`${group.name}: ${sum('passed')} of ${sum('played')} in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

const figure = (n, unit) => (n === undefined ? '–' : `${Math.round(n)} ${unit}`);
const page = path.join(repository, 'docs/security.md');
const [begin, end] = ['<!-- scorecard -->', '<!-- end of scorecard -->'];
const text = fs.readFileSync(page, 'utf8');
const before = text.slice(text.indexOf(begin), text.indexOf(end)).split('\n');
const rowOf = ({ name, tries }) => {
  const row = rows.find((r) => r.name === name);
  if (row === undefined) return before.filter((line) => line.startsWith(`| ${name} |`));
  const { played, passed, memory, deaf } = row;
  return `| ${name} | ${tries} | ${played.toLocaleString('en')} | ${passed.toLocaleString('en')} | ${figure(memory, 'MB')} | ${figure(deaf, 'ms')} |`;
};
const table = [
  '| group | what it tries | cases | passed | peak memory | longest time to end after Ctrl+C |',
  '|---|---|---:|---:|---:|---:|',
  ...groups.flatMap(rowOf),
].join('\n');
console.log(`\n${table}`);
if (rows.some((row) => row.passed < row.played)) process.exitCode = 1;
if (values.write)
  fs.writeFileSync(page, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
