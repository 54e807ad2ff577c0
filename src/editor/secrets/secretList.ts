import type { Location } from 'vscode';
import { t } from '../../base/l10n.ts';
import type { SecretName } from './secretStore.ts';
import type { OpenCollection, SecretParts } from './secretParts.ts';

/** A secret in the list. Never contains the value. */
export interface SecretRow {
  readonly name: string;
  readonly group: string;
  readonly note: string;
  /** Undefined if the secret is used but not stored. */
  readonly kept: SecretName | undefined;
  readonly uses: readonly Location[];
}

const groupNames = () => ({
  own: t('this collection'),
  every: t('every collection'),
  missing: t('used here, not set'),
  others: t('other collections'),
});

/** Rows in this order: secrets of the open collection, of every collection, used but not set, of other collections. */
export async function secretRows(
  { secrets, display }: Pick<SecretParts, 'secrets' | 'display'>,
  collection: OpenCollection | undefined,
): Promise<readonly SecretRow[]> {
  const groups = groupNames();
  const uses = new Map<string, Location[]>();
  for (const { name, location } of collection?.uses ?? []) {
    const places = uses.get(name);
    if (places === undefined) uses.set(name, [location]);
    else places.push(location);
  }
  const kept = [...secrets.names()];
  const has = (name: string, root: string | undefined): boolean => kept.some((k) => k.name === name && k.root === root);
  // Older versions did not record the names of stored secrets.
  for (const name of uses.keys())
    if (!has(name, undefined) && (await secrets.get({ name, root: undefined })) !== undefined) kept.push({ name, root: undefined });
  const row = (secret: SecretName): SecretRow => {
    const { name, root } = secret;
    const own = root !== undefined && root === collection?.root;
    const mine = uses.get(name) ?? [];
    if (root !== undefined && !own) return { name, group: groups.others, note: display(root), kept: secret, uses: [] };
    const hidden = !own && collection !== undefined && has(name, collection.root);
    const note = hidden ? t('this collection has its own') : usesNote(mine.length, collection);
    return { name, group: own ? groups.own : groups.every, note, kept: secret, uses: hidden ? [] : mine };
  };
  const missing = [...uses].filter(([name]) => !has(name, undefined) && !has(name, collection?.root));
  const rows = [
    ...kept.map(row),
    ...missing.map(([name, places]): SecretRow => ({ name, group: groups.missing, note: t('not set'), kept: undefined, uses: places })),
  ];
  const order = Object.values(groups);
  return rows.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group) || (a.name < b.name ? -1 : 1));
}

function usesNote(count: number, collection: OpenCollection | undefined): string {
  if (collection === undefined) return '';
  return count === 0 ? t('not used here') : count === 1 ? t('used once') : t('used {0} times', count);
}
