/** A key of BLY_SECRET_KEYS that is the same in every run: 32 different bytes, as the configuration wants them. */
export function testSecretKey(first: number): string {
  return Buffer.from(Array.from({ length: 32 }, (_none, index) => first + index)).toString('base64');
}
