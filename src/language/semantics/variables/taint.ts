/**
 * What a value was made from that may go only to receivers a user has allowed: names of the process's environment, and files
 * outside the workspace, by absolute path. Secrets travel beside it as texts (`hides`), because they may go anywhere and be shown
 * nowhere.
 */
export interface Taint {
  readonly env: readonly string[];
  readonly files: readonly string[];
}

export const untainted: Taint = { env: [], files: [] };

export const isTainted = ({ env, files }: Taint): boolean => env.length > 0 || files.length > 0;

/** Prefix of the environment variables in which the command looks up `{{$secret.NAME}}`. */
const secretPrefix = 'REQ_SECRET_';

/** Whether `{{$env.NAME}}` names a secret of the command: it is hidden as `{{$secret.…}}` is. */
export const isSecretEnv = (name: string): boolean => name.startsWith(secretPrefix);

/** Stands for the name of a secret that has none: a server sent it, or a file spells it out. */
export const unnamedSecret = '*';
