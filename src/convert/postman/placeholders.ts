import { variableName } from '../import/names.ts';
import { marked } from '../import/placeholders.ts';
import type { Tell } from '../import/result.ts';

/** Postman's made-up values that Req makes too. */
const dynamics: Readonly<Record<string, string>> = {
  $guid: '$uuid',
  $uuid: '$uuid',
  $randomUUID: '$uuid',
  $timestamp: '$timestamp',
  $isoTimestamp: '$isoTimestamp',
  $randomInt: '$randomInt 0 1001',
};

/** A text of Postman with marks for its placeholders. */
export function postmanText(text: string, tell: Tell): string {
  return marked(text, (inner) => {
    if (inner === '') return undefined;
    if (/^\$env\.\w+$/.test(inner)) return inner;
    if (inner.startsWith('$')) {
      const known = Object.hasOwn(dynamics, inner) ? dynamics[inner] : undefined;
      if (known === undefined)
        tell('warning', `{{${inner}}} makes up a value that Req does not know: give the variable ${variableName(inner)} one.`);
      return known ?? variableName(inner);
    }
    if (inner.startsWith('vault:')) return `$secret.${variableName(inner.slice(6)).replaceAll('.', '_')}`;
    const name = variableName(inner);
    if (name !== inner) tell('information', `The variable ${JSON.stringify(inner)} is called ${name}.`);
    return name;
  });
}
