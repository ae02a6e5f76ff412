/** A 32-bit hash of a text (FNV-1a, then avalanched), the same in every process. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return avalanche(hash);
}

/** Combines two 32-bit numbers into a third; order matters. */
export function mix(a: number, b: number): number {
  return avalanche(Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35));
}

/** A hash as a number in [0, 1). */
export function unitOf(hash: number): number {
  return (hash >>> 0) / 4_294_967_296;
}

function avalanche(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
