import { crc32, deflateSync } from 'node:zlib';

const width = 240;
const height = 160;
const bytesPerPixel = 3;

/** A small PNG that is another one for every hotel and number: a sky, a street and a house with windows. */
export function drawPhoto(hotelNumber: number, order: number): Buffer {
  const hue = (hotelNumber * 37 + order * 91) % 256;
  const rows = Array.from({ length: height }, (_, y) => drawRow(y, hue, order));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of red, green and blue, the only methods PNG knows, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(Buffer.concat(rows))),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One line of pixels behind the byte that names its filter: none. */
function drawRow(y: number, hue: number, order: number): Buffer {
  const row = Buffer.alloc(1 + width * bytesPerPixel);
  for (let x = 0; x < width; x += 1) row.set(colourAt(x, y, hue, order), 1 + x * bytesPerPixel);
  return row;
}

function colourAt(x: number, y: number, hue: number, order: number): readonly [number, number, number] {
  const left = 40 + ((order * 13) % 60);
  const isHouse = x > left && x < left + 120 && y > 45 && y < 130;
  const isWindow = isHouse && (x - left) % 24 > 8 && (x - left) % 24 < 18 && (y - 45) % 28 > 8 && (y - 45) % 28 < 22;
  if (isWindow) return [250, 230, 150];
  if (isHouse) return [hue, (hue + 85) % 256, (hue + 170) % 256];
  return y < 130 ? [120 + Math.floor(y / 2), 170 + Math.floor(y / 4), 230] : [110, 110, 115];
}

/** A chunk of PNG: length, name, data and the checksum of name and data. */
function toChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
