// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import { Buffer, constants, INSPECT_MAX_BYTES, kMaxLength, SlowBuffer } from 'buffer/index.js';

export const create = () => ({
  package: { Buffer, SlowBuffer, INSPECT_MAX_BYTES, kMaxLength, constants, atob: globalThis.atob, btoa: globalThis.btoa },
  Buffer,
});
