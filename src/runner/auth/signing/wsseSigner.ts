import { quotedText } from './quotedText.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { WsseAuth } from '../../../language/index.ts';
import type { Signed, Signer } from './signerTypes.ts';

/** `Base64(SHA-1(nonce + created + password))`: WS-Security UsernameToken Profile 1.0 §3.1. */
const wsseDigest = (nonce: Buffer, created: string, password: string): string =>
  createHash('sha1').update(nonce).update(created).update(password, 'utf8').digest('base64');

/** @param now milliseconds since 1970 */
export function wsseSigner({ user, password }: WsseAuth, now: () => number = Date.now): Signer {
  return {
    sign(): Promise<Signed> {
      const nonce = randomBytes(16);
      const created = new Date(now()).toISOString().replace(/\.\d+/, '');
      const digest = wsseDigest(nonce, created, password);
      const token = [
        `UsernameToken Username="${quotedText(user)}"`,
        `PasswordDigest="${digest}"`,
        `Nonce="${nonce.toString('base64')}"`,
        `Created="${created}"`,
      ];
      return Promise.resolve({
        headers: [
          ['Authorization', 'WSSE profile="UsernameToken"'],
          ['X-WSSE', token.join(', ')],
        ],
        hides: [digest],
      });
    },
    answered: () => false,
  };
}
