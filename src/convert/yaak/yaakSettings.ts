import type { Value } from '../../base/values/value.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import type { AddNote } from '../import/importResult.ts';

/**
 * The settings of a workspace, a folder or a request, without `# @`. Inherited ones are omitted.
 * @param shared settings that it inherits in Req
 */
export function settingsOf(owner: Value, shared: readonly string[], addNote: AddNote): readonly string[] {
  const setting = (name: string): string => {
    const value = at(owner, `setting${name}`);
    if (!has(value, 'value')) return text(value);
    return text(value, 'enabled') === 'true' ? text(value, 'value') : '';
  };
  const directives: string[] = [];
  for (const [name, directive, does] of [
    ['ValidateCertificates', 'insecure', 'checks certificates'],
    ['FollowRedirects', 'no-redirect', 'follows redirects'],
  ] as const) {
    if (setting(name) === 'false') directives.push(directive);
    else if (setting(name) === 'true' && shared.includes(directive))
      addNote(
        'warning',
        `Yaak ${does} here; in Req, # @${directive} of a shared file applies here too: write it in the other requests instead.`,
      );
  }
  // 0 is no limit.
  const timeout = Number(setting('RequestTimeout'));
  if (timeout > 0) directives.push(`timeout ${timeout}ms`);
  const off = ['SendCookies', 'StoreCookies'].filter((name) => setting(name) === 'false');
  if (off.length === 2) directives.push('no-cookie-jar');
  else if (off.length === 1)
    addNote(
      'warning',
      `${off[0] === 'SendCookies' ? 'Yaak sends no cookies here' : 'Yaak stores no cookies here'}; Req sends and stores them.`,
    );
  for (const override of list(at(owner, 'settingDnsOverrides')))
    if (text(override, 'enabled') !== 'false')
      addNote('warning', `The address of ${text(override, 'hostname')} is not carried over: write # @resolve HOST:PORT:ADDRESS.`);
  return directives;
}
