/** Methods of `crypto.subtle` that scripts can call. */
export const subtleMethods = [
  'digest',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'generateKey',
  'importKey',
  'exportKey',
  'deriveBits',
  'deriveKey',
  'wrapKey',
  'unwrapKey',
] as const;
