// Makes a screenshot small: a PNG of at most 256 colors, for pictures of the docs.
import zlib from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** Keeps the most frequent colors, and others that differ enough from all kept colors. */
const exact = 48;
const least = 24;

/** @param {Buffer} png of 8 bits a channel, not interlaced */
export function palettePng(png) {
  const { width, height, channels, pixels } = read(png);
  const colours = Array.from({ length: width * height }, (_, i) => pixels.readUIntBE(i * channels, 3));
  const palette = paletteOf(colours);
  const nearest = new Map();
  const indexOf = (colour) => {
    let found = nearest.get(colour);
    if (found === undefined) {
      const distances = palette.map((p) => distance(p, colour));
      nearest.set(colour, (found = distances.indexOf(Math.min(...distances))));
    }
    return found;
  };
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (const [i, colour] of colours.entries()) rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = indexOf(colour);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const entries = Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  const data = zlib.deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('PLTE', entries), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** The pixels of a PNG, its rows unfiltered (PNG 1.2 §6). */
function read(png) {
  const data = [];
  let header = Buffer.alloc(13);
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'IHDR') header = content;
    if (type === 'IDAT') data.push(content);
  }
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const raw = zlib.inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : pixels[y * stride + x - channels];
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x];
      const corner = x < channels || y === 0 ? 0 : pixels[(y - 1) * stride + x - channels];
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  return { width, height, channels, pixels };
}

function paeth(left, above, corner) {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function paletteOf(colours) {
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [];
  for (const [colour] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    if (palette.length === 256) break;
    if (palette.length < exact || palette.every((p) => distance(p, colour) > least * least)) palette.push(colour);
  }
  return palette;
}

const distance = (a, b) => [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Node.js has `zlib.crc32` only from 20.15 on. */
function crc32(bytes) {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xed_b8_83_20 ^ (crc >>> 1) : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
