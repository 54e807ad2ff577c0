// Commands for secrets.
export { keepSecret } from './askSecret.ts';
export { deleteSecret, revealSecret, setSecret, showSecrets } from './secretCommands.ts';
export type { HiddenValue, OpenCollection, SecretParts } from './secretParts.ts';
