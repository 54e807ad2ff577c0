/** Smaller bodies are gone before anybody could look. */
const toldFrom = 256 * 1024;
const everyMs = 50;

/**
 * How a large body goes out: told at most twenty times a second, and when all of it has left.
 * @param total octets of the body
 * @param tell gets how many have left
 */
export function watchUpload(total: number, tell: (sent: number) => void): (sent: number) => void {
  if (total < toldFrom) return () => undefined;
  let toldAt = -Infinity;
  let told = 0;
  return (sent) => {
    const now = performance.now();
    if (sent <= told || (sent < total && now - toldAt < everyMs)) return;
    toldAt = now;
    told = sent;
    tell(sent);
  };
}
