import type { InputBoxOptions } from 'vscode';
import { inInputBox } from './askFor.ts';
import type { SecretName } from './secretStore.ts';

/** Whose a secret is, at the end of a sentence. */
export const keptFor = ({ root }: SecretName): string => (root === undefined ? 'for every collection' : 'for this collection');

/** The hidden input that a secret is typed into. */
export function secretInput(secret: SecretName): InputBoxOptions {
  const name = inInputBox(secret.name);
  return {
    title: `Secret ${name}`,
    prompt: `The value of {{$secret.${name}}}. It is kept in VS Code's secret storage ${keptFor(secret)} and shown nowhere.`,
    password: true,
    validateInput: (text) => (text === '' ? 'A secret is not empty. Escape sends nothing.' : undefined),
  };
}
