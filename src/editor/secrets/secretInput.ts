import type { InputBoxOptions } from 'vscode';
import { t } from '../../base/l10n.ts';
import { inInputBox } from '../sending/askFor.ts';
import type { SecretName } from './secretStore.ts';

export const keptFor = ({ name, root }: SecretName): string =>
  root === undefined ? t('{0} is stored for every collection', name) : t('{0} is stored for this collection', name);

export function secretInput(secret: SecretName): InputBoxOptions {
  const name = inInputBox(secret.name);
  return {
    title: t('Secret {0}', name),
    prompt:
      secret.root === undefined
        ? t("The value of {{$secret.{0}}}. It is stored in VS Code's secret storage for every collection and never shown.", name)
        : t("The value of {{$secret.{0}}}. It is stored in VS Code's secret storage for this collection and never shown.", name),
    password: true,
    validateInput: (text) => (text === '' ? t('Enter a value, or press Escape to cancel.') : undefined),
  };
}
