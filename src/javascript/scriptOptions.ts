import type { Options } from 'acorn';

/** A script as the sandbox has it: the body of an async function, so that `await` and `return` stand at its top. */
export const scriptOptions: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
};
