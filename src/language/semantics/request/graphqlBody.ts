import { readJson } from '../../../base/json/json.ts';
import { operationNames } from './graphqlOperations.ts';

/**
 * Converts a GraphQL body (a query, an empty line, then variables) to JSON (GraphQL over HTTP, §5.4). A query can contain empty
 * lines too, so the variables begin at the first empty line after which the rest is a JSON object. Of several operations, the
 * server runs the first.
 */
export function graphqlJson(text: string, fail: (message: string) => void): string {
  let problem: string | undefined;
  for (const m of text.matchAll(/^[ \t]*\{/gm)) {
    const query = text.slice(0, m.index).trimEnd();
    const between = text.slice(query.length, m.index);
    if (query === '' || (between.match(/\r\n|\n|\r/g)?.length ?? 0) < 2) continue;
    const variables = text.slice(m.index).trim();
    const json = readJson(variables);
    // The variables are copied as text, so that numbers keep their notation.
    if (json.ok) return `{${queryFields(query)},"variables":${variables}}`;
    // A selection begins with a name, variables with a quote.
    if (/^\{\s*"/.test(variables)) problem ??= json.problem.message;
  }
  if (problem !== undefined) fail(`The GraphQL variables are not JSON: ${problem}.`);
  return `{${queryFields(text)}}`;
}

function queryFields(query: string): string {
  const [first = '', ...others] = operationNames(query);
  // Servers refuse several operations without a name; one needs none.
  const name = first === '' || others.length === 0 ? '' : `,"operationName":"${first}"`;
  return `"query":${JSON.stringify(query)}${name}`;
}
