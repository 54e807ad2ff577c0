import zlib from 'node:zlib';

const width = 160;
const height = 100;

/** A small PNG: a sun over hills (PNG 1.2: signature, IHDR, IDAT, IEND). */
export function picture() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits a channel, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixels() {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  return rows;
}

function colourAt(x, y) {
  if (y > 82 + 6 * Math.sin(x / 18)) return [38, 92, 66];
  if (y > 70 + 9 * Math.sin(x / 25 + 2)) return [66, 133, 91];
  if (Math.hypot(x - 112, y - 34) < 16) return [255, 214, 102];
  return [120 + y, 178 + y / 2, 235];
}

function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(content.length + 8);
  out.writeUInt32BE(data.length, 0);
  content.copy(out, 4);
  out.writeUInt32BE(crc32(content), content.length + 4);
  return out;
}

function crc32(octets) {
  let crc = 0xffffffff;
  for (const octet of octets) {
    crc ^= octet;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
