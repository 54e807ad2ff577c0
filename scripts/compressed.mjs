import { brotliCompressSync, constants } from 'node:zlib';

export function compressed(bytes, small) {
  const quality = small ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY;
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
