/** The forms of pictures that browsers show and that run nothing. SVG is not among them. */
const SIGNATURES: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
];

/** The type of a picture by its first bytes, whatever its sender calls it; undefined for anything else. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(([, at, signature]) => bytes.toString('latin1', at, at + signature.length) === signature)?.[0];
}
