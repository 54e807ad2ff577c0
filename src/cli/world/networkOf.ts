import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import type { NetworkSettings } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';

/** Network settings of the flags. The environment's proxies and the system's certificates also apply. */
export function networkOf(options: Options): NetworkSettings {
  const cert = options.text('cert');
  const key = options.text('key');
  const passphrase = options.text('passphrase');
  if (cert === undefined && (key !== undefined || passphrase !== undefined))
    throw new ReqError('usage', `--${key === undefined ? 'passphrase' : 'key'} goes with --cert FILE.`);
  return {
    proxy: options.text('proxy'),
    proxiesAll: true,
    otherProxy: undefined,
    proxyAuthorization: undefined,
    checksProxies: true,
    noProxy: [],
    environmentProxies: true,
    ca: options.all('cacert').map((file) => path.resolve(file)),
    systemCa: true,
    certificates:
      cert === undefined
        ? []
        : [{ host: '*', cert: path.resolve(cert), key: key === undefined ? undefined : path.resolve(key), passphrase }],
  };
}
