// `npm run bench`: how fast Req is beside the least work that could do the job, and beside its peers, in one run. Absolute figures
// belong to the machine; the ratios hold. `npm run bench -- language` runs one part. What takes minutes runs only when it is named:
// `panel` (the response panel in the real workbench, for which a Chromium is needed), `largeFile` (typing in a long file there),
// `assertedEvents` (assertions on ten million events) and `soak` (whether anything grows or stays open).
const parts = {
  language: () => import('./bench/language.mjs'),
  exchange: () => import('./bench/exchange.mjs'),
  run: () => import('./bench/run.mjs'),
  import: () => import('./bench/import.mjs'),
  panel: () => import('./bench/panel.mjs'),
  largeFile: () => import('./bench/largeFile.mjs'),
  api: () => import('./bench/api.mjs'),
  assertedEvents: () => import('./bench/assertedEvents.mjs'),
  soak: () => import('./bench/soak.mjs'),
};
const long = ['panel', 'largeFile', 'assertedEvents', 'soak'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const name of asked.length === 0 ? Object.keys(parts).filter((part) => !long.includes(part)) : asked)
    await (await parts[name]()).run();
}
