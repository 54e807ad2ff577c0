/**
 * The sources of a value that may be sent only to receivers that the user has allowed: names of environment variables, and absolute
 * paths of files outside the workspace. Secrets are tracked separately as texts (`hides`), because they may be sent anywhere but
 * never shown.
 */
export interface Taint {
  readonly env: readonly string[];
  readonly files: readonly string[];
}

export const isTainted = ({ env, files }: Taint): boolean => env.length > 0 || files.length > 0;

/** Prefix of the environment variables in which the command looks up `{{$secret.NAME}}`. */
const secretPrefix = 'REQ_SECRET_';

/** Whether `{{$env.NAME}}` names a secret of the command, which is masked like `{{$secret.…}}`. */
export const isSecretEnv = (name: string): boolean => name.startsWith(secretPrefix);

/** The name for secrets without one, such as those from a server or written in a file. */
export const unnamedSecret = '*';
