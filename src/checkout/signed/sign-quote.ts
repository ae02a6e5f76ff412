import type { App } from '../../context.ts';
import type { Quote, Trip } from '../../trips/model/trip.ts';
import type { SignedDocument, UnsignedDocument } from '../../signatures/model/signed-document.ts';
import { hashOf } from '../../signatures/model/signed-json.ts';
import { signDocument, signOnce } from '../../signatures/signed-documents.ts';
import { presentContent } from './present-content.ts';
import { presentQuoteDocument, type Seller } from './present-quote.ts';

/** Signs the quote that a trip has just been given; its row is stored by the statement that stores the quote. */
export async function signQuote(app: App, trip: Trip, quote: Quote): Promise<SignedDocument> {
  return await signDocument(app, await describeQuote(app, trip, quote));
}

/** The quote's document as it was signed; one that a process of an earlier version made is signed now. */
export async function readSignedQuote(app: App, trip: Trip, quote: Quote): Promise<SignedDocument> {
  return await signOnce(app, nameOf(trip, quote), () => describeQuote(app, trip, quote));
}

/** Who sells, as documents are signed in their name. */
export async function sellerOf(
  { config, sellers }: Pick<App, 'config' | 'sellers'>,
  { organizationId }: Pick<Trip, 'organizationId'>,
): Promise<Seller> {
  const { name } = await sellers.of(organizationId);
  return { publicUrl: config.publicUrl, name, isLive: config.environment === 'production' };
}

function nameOf({ organizationId }: Trip, { quoteId }: Quote) {
  return { organizationId, kind: 'quote', documentId: quoteId } as const;
}

async function describeQuote(app: App, trip: Trip, quote: Quote): Promise<UnsignedDocument> {
  const digest = (text: string) => app.sealer.keyedHash('document_signature', text);
  const content = presentContent(trip, { now: quote.createdAt, digest });
  const document = presentQuoteDocument(trip, quote, { seller: await sellerOf(app, trip), content });
  return { ...nameOf(trip, quote), tripId: trip.tripId, contentHash: hashOf(content), document };
}
