import type { Sealer } from '../../platform/security/crypto.ts';
import { imagePath } from '../../platform/security/image-path.ts';
import type { StayPhoto } from '../../travel/stay.ts';

/** What writing the address of a photo needs of the app. */
export interface PhotoTools {
  readonly config: { readonly publicUrl: string };
  readonly sealer: Pick<Sealer, 'sign'>;
}

/** Where src/hotels/pictures/photo-page.ts serves a supplier's photo. */
export function photoUrl({ config, sealer }: PhotoTools, url: string): string {
  return `${config.publicUrl}${imagePath(sealer, url)}`;
}

/** The photo of a hotel in the size of lists. */
export function thumbnailUrl(tools: PhotoTools, { url, thumbnailUrl: small }: StayPhoto): string {
  return photoUrl(tools, small ?? url);
}
