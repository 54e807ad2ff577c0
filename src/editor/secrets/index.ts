// What people do with secrets: a bundle of its own, read when one is asked for, kept or looked at.
export { keepSecret } from './askSecret.ts';
export { deleteSecret, revealSecret, setSecret, showSecrets } from './secretCommands.ts';
export type { HiddenValue, OpenCollection, SecretParts } from './secretParts.ts';
