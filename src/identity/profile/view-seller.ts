import type { SellerView } from '../../../web/kit/seller-view.ts';
import { logoPath, type SellerProfile } from './model/seller-profile.ts';

/** A seller as pages and mails show it. */
export function viewSeller(profile: SellerProfile): SellerView {
  const { name, logo, colour, support, termsUrl, privacyUrl } = profile;
  return {
    name,
    logo: logo && { path: logoPath(profile.organizationId, logo), width: logo.width, height: logo.height },
    colour,
    support,
    termsUrl,
    privacyUrl,
  };
}
