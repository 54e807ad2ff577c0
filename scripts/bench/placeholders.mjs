// Placeholders → text, beside a plain look-up with a regular expression, and beside the peers.
import { best, bestOfMany } from './measure.mjs';
import { fillPlainly, scanLines, withPlaceholders } from './texts.mjs';

const largeObject = () => new Map(Array.from({ length: 20_000 }, (_, i) => [`property${i}`, `${i} ${'y'.repeat(40)}`]));

/** Variables `name0`, `name1` …, each a text or an object with an array, for Req, its peers and the plain lookup. */
function variablesOf(count, isObject, large) {
  const values = new Map();
  const plain = {};
  const flat = new Map();
  for (let i = 0; i < count; i++) {
    values.set(`name${i}`, isObject ? new Map([['value', [`v${i}`]]]) : `v${i}`);
    plain[`name${i}`] = isObject ? { value: [`v${i}`] } : `v${i}`;
    flat.set(isObject ? `name${i}.value[0]` : `name${i}`, `v${i}`);
  }
  if (large) {
    values.set('large', largeObject());
    plain.large = Object.fromEntries(values.get('large'));
  }
  return { values, plain, flat };
}

export async function placeholderRows(table, language) {
  const evaluationOf = await evaluations(language);
  const { Filler, templateOfText, parseTemplate } = language;
  const handlebarsTime = (text, plain, times) => (load) => {
    const compiled = load('handlebars')?.compile(text, { noEscape: true });
    return compiled && bestOfMany(times, () => compiled(plain));
  };
  const brunoTime = (text, plain) => (load) => {
    const interpolate = load('@usebruno/common')?.interpolate;
    return interpolate && best(() => interpolate(text, plain), { runs: 5, forMs: 0 });
  };

  function rows(work, text, { values, plain, flat }, times, goals, handlebarsText = text) {
    const limit = bestOfMany(times, () => fillPlainly(text, flat));
    const template = templateOfText(text);
    const parsed = bestOfMany(times, () => new Filler(evaluationOf(values)(), false).text(template));
    const whole = bestOfMany(times, () => new Filler(evaluationOf(values)(), false).text(templateOfText(text)));
    table.ratio(`${work}, parsed before`, limit, parsed, goals[0], { Handlebars: handlebarsTime(handlebarsText, plain, times) });
    table.ratio(`${work}, parsing included`, limit, whole, goals[1], { Bruno: brunoTime(text, plain) });
  }

  const url = 'http://127.0.0.1:8080/api/v1/users/{{name7.value[0]}}/orders';
  function fillUrl(values) {
    const template = templateOfText(url);
    const evaluation = evaluationOf(values)();
    return bestOfMany(2000, () => new Filler(evaluation, false).text(template));
  }

  const forHandlebars = (text) => text.replaceAll('.value[0]', '.value.[0]');
  const flatText = withPlaceholders(10, (i) => `name${i}`, 80);
  rows('1 KB, 10 names of 50 variables', flatText, variablesOf(50, false, false), 200, [2, 4]);
  const pathText = withPlaceholders(10, (i) => `name${i}.value[0]`, 70);
  rows('1 KB, 10 paths with an index', pathText, variablesOf(50, true, false), 200, [2, 4], forHandlebars(pathText));
  const manyText = withPlaceholders(10_000, (i) => `name${i % 1000}.value[0]`, 60);
  const large = variablesOf(1000, true, true);
  rows('1 MB, 10,000 paths, 1,000 variables beside 1 MB', manyText, large, 1, [2, 4], forHandlebars(manyText));
  table.ratio(
    'a URL with one placeholder in that scope',
    bestOfMany(2000, () => fillPlainly(url, large.flat)),
    fillUrl(large.values),
    4,
    { Handlebars: handlebarsTime(forHandlebars(url), large.plain, 2000), Bruno: brunoTime(url, large.plain) },
  );
  table.ratio(
    'the same among 100,000 variables, beside among 10',
    fillUrl(variablesOf(10, true, false).values),
    fillUrl(variablesOf(100_000, true, false).values),
    1.5,
  );
  const bare = 'no placeholder here '.repeat(50_000);
  table.ratio(
    '1 MB without a placeholder',
    best(() => bare.includes('{{')),
    best(() => parseTemplate(bare)),
    3,
  );
  const braces = '{'.repeat(100_000);
  table.ratio(
    '100 KB of {',
    best(() => scanLines(braces)),
    best(() => parseTemplate(braces)),
    10,
  );
}

/** Evaluates a request with script variables and no surrounding files. */
async function evaluations({ parse, loadCollection, scopeOf, createEvaluation, noVariables }) {
  const collection = await loadCollection({ readText: async () => undefined }, '/bench/a.req', '/bench', '/bench');
  const tree = parse('GET http://h\n');
  const exchanges = { known: () => false, find: () => undefined, names: () => [] };
  const origin = { layer: 'script' };
  return (values) => {
    const variables = {
      find: (name) => (values.has(name) ? { value: values.get(name), origin } : undefined),
      names: () => values.keys(),
    };
    const context = {
      tree,
      file: '/bench/a.req',
      block: tree.blocks[0],
      collection,
      environment: undefined,
      variables,
      answers: noVariables,
    };
    return () => createEvaluation(scopeOf(context), {}, exchanges);
  };
}
