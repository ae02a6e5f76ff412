import type { Sealer } from './crypto.ts';

const SEPARATOR = '.';
/** No context: an image is the same for everybody. */
const EVERYBODY = '';

/**
 * Where this service shows an image of another host: its own address under ours, with our signature, so that only
 * addresses that we wrote are ever fetched.
 */
export function imagePath(sealer: Pick<Sealer, 'sign'>, url: string): string {
  const encoded = Buffer.from(url).toString('base64url');
  return `/images/${encoded}${SEPARATOR}${sealer.sign('photo', encoded, EVERYBODY)}`;
}

/** The other host's address in the last part of one of ours; undefined where we did not write it. */
export function readImagePath(sealer: Pick<Sealer, 'isSigned'>, file: string): string | undefined {
  const at = file.lastIndexOf(SEPARATOR);
  const [encoded, signature] = [file.slice(0, at), file.slice(at + 1)];
  if (at < 1 || !sealer.isSigned('photo', signature, encoded, EVERYBODY)) return undefined;
  return Buffer.from(encoded, 'base64url').toString('utf8');
}
