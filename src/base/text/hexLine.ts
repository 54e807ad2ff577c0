/** One line of a hex dump (16 bytes): offset, bytes, text. Hidden bytes are shown as dots. */
export function hexLine(offset: number, bytes: Uint8Array, isHidden: (index: number) => boolean = () => false): string {
  const hex = Array.from(bytes, (b, i) => (isHidden(i) ? '••' : b.toString(16).padStart(2, '0')));
  const left = hex.slice(0, 8).join(' ').padEnd(23);
  const right = hex.slice(8).join(' ').padEnd(23);
  const text = Array.from(bytes, (b, i) => (isHidden(i) ? '•' : b >= 32 && b < 127 ? String.fromCharCode(b) : '.')).join('');
  return `${offset.toString(16).padStart(8, '0')}  ${left}  ${right}  ${text}`;
}
