import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { createMask, maskText } from '../../base/masks/mask.ts';
import { visibleText } from '../../base/text/visible.ts';
import { showDateTime, t } from '../../base/l10n.ts';
import type { Cookies, KeptCookie } from '../../runner/index.ts';
import { folderName } from '../world/editorFiles.ts';
import { activeRequestText } from '../providers/fencedDocuments.ts';
import type { Runs } from './runs.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

interface Choice extends vscode.QuickPickItem {
  readonly run: () => Promise<unknown>;
}

const shownLength = 80;

/** Server text for a list: `$(…)` stays text and control characters are visible. */
const label = (text: string): string => visibleText(text).replaceAll('$(', '\\$(');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const showPlain = (text: string): void => showDone(label(text));

/**
 * Lists the cookies of the active collection and environment by domain. Shows the list again after each action until the user closes it.
 */
export async function showCookies(surroundings: Surroundings, runs: Runs): Promise<void> {
  const text = activeRequestText();
  if (text === undefined) return void vscode.window.showInformationMessage(t('Open a request file to see the cookies of its collection.'));
  const known = await surroundings.know(text);
  const { environment, collection } = known;
  const cookies = await runs.cookies(collection.root, environment);
  const whose = `${folderName(collection.root)}${environment === undefined ? '' : ` · ${environment}`}`;
  for (;;) {
    const all = (await cookies.all()).toSorted((a, b) => compare(a.domain, b.domain) || compare(a.path, b.path) || compare(a.name, b.name));
    if (all.length === 0) return void vscode.window.showInformationMessage(t('No cookies are stored for {0}.', whose));
    const chosen = await vscode.window.showQuickPick(rowsOf(all, cookies), {
      title: t('Req: Cookies of {0}', whose),
      placeHolder: t('Select a cookie to edit or delete'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (chosen === undefined) return;
    await chosen.run();
  }
}

function rowsOf(all: readonly KeptCookie[], cookies: Cookies): readonly Choice[] {
  const rows: Choice[] = [];
  const heading = (text: string): Choice => ({ label: text, kind: vscode.QuickPickItemKind.Separator, run: () => Promise.resolve() });
  for (const [i, cookie] of all.entries()) {
    if (cookie.domain !== all[i - 1]?.domain) rows.push(heading(label(cookie.domain)));
    rows.push({
      label: label(cookie.name),
      description: shownValue(cookie),
      detail: label(aboutOf(cookie)),
      run: () => act(cookie, all, cookies),
    });
  }
  return [...rows, heading(''), { label: `$(clear-all) ${t('Delete all {0}', all.length)}`, run: () => deleteAll(all, cookies) }];
}

function shownValue({ value, hides, made }: KeptCookie): string {
  const shown = made?.isSecret === true ? maskText : createMask(hides)(value);
  return label(shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown);
}

function aboutOf({ hostOnly, path, secure, httpOnly, sameSite, expires }: KeptCookie): string {
  const end = expires === undefined ? t('until the window closes') : t('until {0}', showDateTime(expires));
  const flags = [
    secure && 'Secure',
    httpOnly && 'HttpOnly',
    sameSite !== undefined && `SameSite=${sameSite}`,
    !hostOnly && t('and subdomains'),
  ];
  return [path, end, ...flags].filter((x) => x !== false).join(' · ');
}

async function act(cookie: KeptCookie, all: readonly KeptCookie[], cookies: Cookies): Promise<void> {
  const { name, value, domain, hides } = cookie;
  const ofDomain = all.filter((c) => c.domain === domain);
  const copy = async (): Promise<void> => {
    await vscode.env.clipboard.writeText(value);
    showPlain(t('The value of {0} was copied', name));
  };
  const remove = async (which: readonly KeptCookie[], done: string): Promise<void> => {
    await cookies.delete(which);
    showPlain(done);
  };
  const choices: (Choice | false)[] = [
    { label: `$(edit) ${t('Edit value…')}`, run: () => edit(cookie, cookies) },
    hides.length === 0 && { label: `$(copy) ${t('Copy value')}`, run: copy },
    { label: `$(trash) ${t('Delete')}`, run: () => remove([cookie], t('The cookie {0} was deleted', name)) },
    ofDomain.length > 1 && {
      label: `$(clear-all) ${t('Delete all {0} of {1}', ofDomain.length, label(domain))}`,
      run: () => remove(ofDomain, t('The cookies of {0} were deleted', domain)),
    },
  ];
  const chosen = await vscode.window.showQuickPick(
    choices.filter((c) => c !== false),
    { title: t('Cookie {0} of {1}', visibleText(name), visibleText(domain)), placeHolder: shownValue(cookie) },
  );
  await chosen?.run();
}

/** Edits a cookie. A value with a secret is not shown; its replacement is typed hidden and masked from then on. */
async function edit(cookie: KeptCookie, cookies: Cookies): Promise<void> {
  const { name, value, hides } = cookie;
  const isSecret = hides.length > 0;
  const typed = await vscode.window.showInputBox({
    title: t('Req: Value of {0}', visibleText(name)),
    prompt: t('Sent exactly as written'),
    value: isSecret ? '' : value,
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /[\u0000-\u001f\u007f;]/.test(text) ? t('A semicolon or a control character would end the value (RFC 6265 §4.1.1).') : undefined,
  });
  if (typed === undefined) return;
  await cookies.put([{ ...cookie, value: typed, hides: isSecret && typed !== '' ? [typed] : [], made: undefined }]);
  showPlain(t('The cookie {0} was changed', name));
}

async function deleteAll(all: readonly KeptCookie[], cookies: Cookies): Promise<void> {
  const sure = t('Delete All');
  const detail = t('This deletes the cookies of this collection and environment. Servers may ask you to sign in again.');
  const message = all.length === 1 ? t('Delete the cookie?') : t('Delete all {0} cookies?', all.length);
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, sure)) !== sure) return;
  await cookies.delete(all);
  showPlain(t('The cookies were deleted'));
}
