import type { Value } from '../../../base/values/value.ts';
import { isTainted, secretTexts, type Taint } from '../../../language/index.ts';
import type { StoredVariable } from '../../ports/host.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import { textsToMask } from './scriptChanges.ts';
import { valueText } from './scriptTaint.ts';

/** Facts that determine how a variable is stored. */
export interface StoredFor {
  readonly mask: MaskBox;
  readonly madeFrom: () => Taint;
  /** Whether it was set by a script that had read a secret. */
  readonly isMade: boolean;
  /** Whether `@secret` names it. */
  readonly isNamed: boolean;
  /** Receives the texts of a variable that `@secret` names. */
  readonly secrets: Set<string>;
}

/** The stored form of a variable: with the secrets in it and its taint. */
export function storedVariable(name: string, value: Value, of: StoredFor): Omit<StoredVariable, 'origin'> {
  const { mask, madeFrom, isMade, isNamed, secrets } = of;
  const own = isNamed ? [...secretTexts(value)] : [];
  for (const text of own) secrets.add(text);
  const hides = [...new Set([...mask.secretsIn(valueText(name, value)), ...own])];
  const taint = madeFrom();
  return {
    value,
    ...(isNamed || isMade ? { secret: true, hides } : hides.length === 0 ? {} : { hides }),
    ...(isMade && !isNamed ? textsToMask(value) : {}),
    ...(isTainted(taint) ? { taint } : {}),
  };
}
