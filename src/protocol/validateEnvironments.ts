import type { FromEnvironmentPage } from './environmentMessages.ts';
import { own, string, type Fields } from './fields.ts';

const longestName = 10_000;
const longestText = 1 << 20;

/**
 * Checks a message from the page of environments. Returns undefined if it is not part of the protocol or a field is out of bounds.
 */
export function readFromEnvironmentPage(data: unknown): FromEnvironmentPage | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const fields = data as Fields;
  const type = own(fields, 'type');
  const variable = string(fields, 'variable', 0, longestName);
  const environment = string(fields, 'environment', 1, longestName);
  switch (type) {
    case 'ready':
    case 'addVariable':
    case 'addEnvironment':
    case 'undo':
    case 'openProblem':
      return { type };
    case 'set': {
      const text = string(fields, 'text', 0, longestText);
      return text === undefined || variable === undefined || environment === undefined ? undefined : { type, variable, environment, text };
    }
    case 'clear':
    case 'resolve':
    case 'open':
    case 'move':
      return variable === undefined || environment === undefined ? undefined : { type, variable, environment };
    case 'renameVariable':
    case 'deleteVariable':
      return variable === undefined ? undefined : { type, variable };
    case 'renameEnvironment':
    case 'deleteEnvironment':
    case 'choose':
      return environment === undefined ? undefined : { type, environment };
    default:
      return undefined;
  }
}
