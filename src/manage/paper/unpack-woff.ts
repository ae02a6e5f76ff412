import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const ALIGNMENT = 4;

/**
 * The font inside a WOFF file (W3C, WOFF 1.0, sections 3 to 5), with its tables unpacked. Of a packed file fontkit
 * inflates a whole table again for each letter: a page of Japanese takes a minute instead of a second.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('A font file is no WOFF.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_none, at) => readTable(woff, WOFF_HEADER + at * WOFF_ENTRY));
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  const power = Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(SFNT_ENTRY * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(SFNT_ENTRY * (count - 2 ** power), 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = SFNT_HEADER + at * SFNT_ENTRY;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: number) {
  const start = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const packed = woff.subarray(start, start + packedLength);
  // A table that does not get smaller is stored as it is.
  const bytes = packedLength < woff.readUInt32BE(entry + 12) ? inflateSync(packed) : packed;
  return { tag: woff.subarray(entry, entry + 4), checksum: woff.subarray(entry + 16, entry + WOFF_ENTRY), bytes };
}
