import { literalTemplate } from '../../language/index.ts';
import { hasFiles, hasVariables } from '../text/marks.ts';

/** Directives (without `# @`) for a connection option of curl. Undefined for other options and for values that no directive can express. */
export function connectionDirectives(option: string, value: string): readonly string[] | undefined {
  if (hasVariables(value) || hasFiles(value) || value.trim() !== value || value === '' || /[\r\n]/.test(value)) return undefined;
  const written = literalTemplate(value, () => '');
  // Backslashes before braces cannot be expressed.
  if (written.length < value.length) return undefined;
  switch (option) {
    case 'cacert':
    case 'key':
      return [`${option} ${written}`];
    case 'proxy':
      return [`proxy ${/^[a-z][a-z0-9]*:\/\//i.test(written) ? written : `http://${written}`}`];
    case 'pass':
      return [`passphrase ${written}`];
    case 'cert': {
      // `FILE:PASSPHRASE`. A colon in the file name is escaped, except after a drive letter.
      const [, file = '', passphrase] = /^((?:[A-Za-z]:(?=[\\/]))?(?:\\[^]|[^\\:])*)(?::([^]*))?$/.exec(written) ?? [];
      if (file === '') return undefined;
      return [`cert ${file.replaceAll(/\\([\\:])/g, '$1')}`, ...(passphrase === undefined ? [] : [`passphrase ${passphrase}`])];
    }
    case 'resolve':
      return /^\+?(?:\[[^\]\s]*\]|[^:\s[\]+*-][^:\s]*|\*):\d{1,5}:[0-9A-Fa-f:.,[\]]+$/.test(written)
        ? [`resolve ${written.replace(/^\+/, '')}`]
        : undefined;
    case 'connect-timeout':
      return /^\d+(?:\.\d+)?$/.test(value) && Number(value) > 0 ? [`connect-timeout ${value}s`] : undefined;
    case 'noproxy':
      return value === '*' ? ['proxy none'] : undefined;
    default:
      return undefined;
  }
}
