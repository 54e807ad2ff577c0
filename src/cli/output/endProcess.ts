import { exitCodes, type ExitCode } from './exitCode.ts';

/** Names of `process.getActiveResourcesInfo()` for work in the thread pool, such as GetAddrInfoReqWrap and FSReqPromise. */
const inThreadPool = /Req(?:Wrap|Promise|Callback)$|REQUEST$/;

/**
 * Ends the process. `process.exit` waits for the thread pool, and a name server that does not respond can hold it for half a minute. If
 * that was cancelled, the process ends by SIGINT, which shells report as 130 too. Windows has no such signal.
 */
export function endProcess(code: ExitCode): never {
  const waits = process.getActiveResourcesInfo().some((name) => inThreadPool.test(name));
  if (code === exitCodes.cancelled && waits && process.platform !== 'win32') {
    process.emit('exit', code);
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  }
  process.exit(code);
}
