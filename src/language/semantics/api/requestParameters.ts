import type { ApiOperation, ApiParameter } from './apiIndex.ts';
import { formDecoded } from '../../../base/text/percentDecoding.ts';

/** The pairs of a URL's query: names decoded, values as written. */
export function pairsOf(url: string): readonly (readonly [name: string, value: string])[] {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  if (query === '') return [];
  return query.split('&').flatMap((pair) => {
    if (pair === '') return [];
    const sign = pair.indexOf('=');
    return [[formDecoded(sign < 0 ? pair : pair.slice(0, sign)), sign < 0 ? '' : pair.slice(sign + 1)] as const];
  });
}

/** The pairs of `Cookie` headers. */
export const cookiesOf = (
  headers: readonly (readonly [name: string, value: string])[],
): readonly (readonly [name: string, value: string])[] =>
  headers.flatMap(([name, value]) =>
    name.toLowerCase() !== 'cookie'
      ? []
      : value.split(';').map((pair) => {
          const sign = pair.indexOf('=');
          return [(sign < 0 ? pair : pair.slice(0, sign)).trim(), sign < 0 ? '' : pair.slice(sign + 1).trim()] as const;
        }),
  );

/** Whether a name in a query belongs to a parameter. */
export const isNameOf = ({ name, open, shape }: ApiParameter, written: string): boolean =>
  written === name ||
  written === `${name}[]` ||
  (open === 'brackets' && written.startsWith(`${name}[`)) ||
  (open === 'members' && shape.members?.some((m) => m.name === written) === true);

export const parameterName = ({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>): string => `${place} ${name}`;

/** The documented parameters that a request has. */
export function usedParameters(
  { parameters }: ApiOperation,
  url: string,
  headers: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  const query = pairsOf(url);
  const cookies = cookiesOf(headers);
  const isUsed = (p: ApiParameter): boolean => {
    switch (p.in) {
      case 'path':
        return true;
      case 'query':
        return query.some(([name]) => isNameOf(p, name));
      case 'header':
        return headers.some(([name]) => name.toLowerCase() === p.name.toLowerCase());
      case 'cookie':
        return cookies.some(([name]) => isNameOf(p, name));
    }
  };
  return parameters.filter(isUsed).map(parameterName);
}
