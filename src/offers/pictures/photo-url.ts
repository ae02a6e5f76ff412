import type { Sealer } from '../../platform/security/crypto.ts';
import type { StayPhoto } from '../../travel/stay.ts';

const SEPARATOR = '.';
/** No context: a photo is the same for everybody. */
const EVERYBODY = '';

/** What writing the address of a photo needs of the app. */
export interface PhotoTools {
  readonly config: { readonly publicUrl: string };
  readonly sealer: Pick<Sealer, 'sign'>;
}

/**
 * Where src/hotels/pictures/photo-page.ts serves a supplier's photo. The address carries the photo's own with our
 * signature: only addresses that a supplier's content named, and an answer of ours held, are ever fetched.
 */
export function photoUrl({ config, sealer }: PhotoTools, url: string): string {
  const encoded = Buffer.from(url).toString('base64url');
  return `${config.publicUrl}/images/${encoded}${SEPARATOR}${sealer.sign('photo', encoded, EVERYBODY)}`;
}

/** The photo of a hotel in the size of lists. */
export function thumbnailUrl(tools: PhotoTools, { url, thumbnailUrl: small }: StayPhoto): string {
  return photoUrl(tools, small ?? url);
}

/** The supplier's address in the last part of one of ours; undefined where we did not write it. */
export function readPhotoUrl(sealer: Pick<Sealer, 'isSigned'>, file: string): string | undefined {
  const at = file.lastIndexOf(SEPARATOR);
  const [encoded, signature] = [file.slice(0, at), file.slice(at + 1)];
  if (at < 1 || !sealer.isSigned('photo', signature, encoded, EVERYBODY)) return undefined;
  return Buffer.from(encoded, 'base64url').toString('utf8');
}
