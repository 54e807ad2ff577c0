import { exitCodes, type ExitCode } from './exitCode.ts';

/** Names of `process.getActiveResourcesInfo()` for work in the thread pool, such as GetAddrInfoReqWrap and FSReqPromise. */
const inThreadPool = /Req(?:Wrap|Promise|Callback)$|REQUEST$/;

/**
 * Ends the process. `process.exit` waits for the thread pool, which an unresponsive name server can block for half a minute. In a cancelled
 * lookup, the process ends itself by SIGINT, which shells also report as 130. Windows has no such signal.
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
