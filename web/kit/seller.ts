import type { Messages } from '../checkout/wording.ts';
import { html, type Html } from './html.ts';
import type { SellerView } from './seller-view.ts';

/** A logo is shown so high at most, and so wide. */
const logoHeightMax = 40;
const logoWidthMax = 200;

/** The seller's mark at the top of a page: their logo, or their name. */
export function renderBrand(seller: SellerView): Html {
  if (seller.logo === undefined) return html`<span class="brand">${seller.name}</span>`;
  const { path } = seller.logo;
  const { width, height } = logoSize(seller.logo);
  return html`<img class="logo" src="${path}" alt="${seller.name}" width="${width}" height="${height}">`;
}

/** A logo in its own proportions, as large as there is room for it. */
function logoSize({ width, height }: NonNullable<SellerView['logo']>): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(1, logoHeightMax / height, logoWidthMax / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** How to reach the seller, and what they say of the sale; nothing where they say nothing. */
export function renderContact(messages: Messages, seller: SellerView): Html | undefined {
  const links = contactLinks(messages, seller);
  if (links.length === 0) return undefined;
  return html`<section class="contact-seller" aria-label="${messages.seller.contact(seller.name)}">
<p>${messages.seller.contact(seller.name)}</p>
<ul>${links.map(({ text, url }) => html`<li><a href="${url}" rel="noreferrer">${text}</a></li>`)}</ul>
</section>`;
}

/** Mail, telephone, page, terms and privacy, as far as there are any. */
export function contactLinks(
  messages: Messages,
  { support, termsUrl, privacyUrl }: SellerView,
): readonly { readonly text: string; readonly url: string }[] {
  return [
    support.email === undefined ? undefined : { text: support.email, url: `mailto:${support.email}` },
    support.phone === undefined ? undefined : { text: support.phone, url: `tel:${support.phone}` },
    support.url === undefined ? undefined : { text: messages.seller.help, url: support.url },
    termsUrl === undefined ? undefined : { text: messages.seller.terms, url: termsUrl },
    privacyUrl === undefined ? undefined : { text: messages.seller.privacy, url: privacyUrl },
  ].filter((link) => link !== undefined);
}
