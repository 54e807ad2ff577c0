import type { JwtAuth } from '../../../language/index.ts';
import { signJwt, withTimes } from './jwt.ts';
import { keyText } from './keyText.ts';
import type { Signed, Signer } from './signerTypes.ts';

/**
 * Creates a token for each message, so a message that is sent again has a new one.
 * @param now milliseconds since 1970
 */
export function jwtSigner(auth: JwtAuth, now: () => number = Date.now): Signer {
  const { algorithm, key, isBase64, claims, headers, lifetimeMs, place } = auth;
  return {
    sign(): Promise<Signed> {
      const token = signJwt(algorithm, { text: keyText(key), isBase64 }, withTimes(claims, now(), lifetimeMs), headers);
      const hides = [token];
      if (place.in === 'query') return Promise.resolve({ headers: [], query: [[place.name, token]], hides });
      const value = place.prefix === '' ? token : `${place.prefix} ${token}`;
      return Promise.resolve({ headers: [[place.name, value]], hides });
    },
    answered: () => false,
  };
}
