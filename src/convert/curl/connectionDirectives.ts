import { literalTemplate } from '../../language/index.ts';
import { hasFiles, hasVariables } from '../text/marks.ts';

/**
 * The directives, without the `# @`, of an option of curl for the way to a server. Undefined for another option, and for a value that
 * no directive can say.
 */
export function connectionDirectives(option: string, value: string): readonly string[] | undefined {
  if (hasVariables(value) || hasFiles(value) || value.trim() !== value || value === '' || /[\r\n]/.test(value)) return undefined;
  const written = literalTemplate(value, () => '');
  // Backslashes before braces: no text says that.
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
      // `FILE:PASSPHRASE`, a colon of the file's name escaped; behind a drive's letter it is none.
      const [, file = '', passphrase] = /^((?:[A-Za-z]:(?=[\\/]))?(?:\\[^]|[^\\:])*)(?::([^]*))?$/.exec(written) ?? [];
      if (file === '') return undefined;
      return [`cert ${file.replaceAll(/\\([\\:])/g, '$1')}`, ...(passphrase === undefined ? [] : [`passphrase ${passphrase}`])];
    }
    case 'resolve':
      return /^\+?(?:\[[^\]\s]*\]|[^:\s[\]+*-][^:\s]*|\*):\d{1,5}:[0-9A-Fa-f:.,[\]]+$/.test(written)
        ? [`resolve ${written.replace(/^\+/, '')}`]
        : undefined;
    case 'noproxy':
      return value === '*' ? ['proxy none'] : undefined;
    default:
      return undefined;
  }
}
