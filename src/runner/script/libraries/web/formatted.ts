import { kit } from '../kit.ts';

/** Text of arguments whose first has specifiers, such as `%s` (`util.format` of Node.js). */
export function formatted(args: readonly unknown[]): string {
  const { inspect } = kit();
  let next = 1;
  const first = (args[0] as string).replaceAll(/%[sdifjoOc%]/g, (specifier) => {
    if (specifier === '%%') return '%';
    return next < args.length ? written(specifier, args[next++]) : specifier;
  });
  return [first, ...args.slice(next).map((arg) => (typeof arg === 'string' ? arg : inspect(arg)))].join(' ');
}

function written(specifier: string, value: unknown): string {
  switch (specifier) {
    case '%c':
      return '';
    case '%s':
      return typeof value === 'string' ? value : kit().inspect(value);
    case '%d':
    case '%i':
    case '%f': {
      if (typeof value === 'bigint') return `${value}n`;
      const number = typeof value === 'string' || typeof value === 'number' ? Number.parseFloat(String(value)) : Number.NaN;
      return String(specifier === '%i' ? Math.trunc(number) : number);
    }
    default:
      return kit().inspect(value);
  }
}
