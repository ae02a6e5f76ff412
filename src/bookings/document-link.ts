import * as z from 'zod';
import type { App } from '../context.ts';
import { asBookingRef, asId, type BookingRef, type OrganizationId } from '../platform/ids.ts';
import type { Booking } from './model/booking.ts';

/** What a traveler may want on paper. */
export const DOCUMENT_TYPES = ['itinerary', 'receipt'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A document of a booking and the link that opens it. */
export interface BookingDocument {
  readonly type: DocumentType;
  readonly title: string;
  readonly url: string;
  readonly mediaType: 'text/html';
}
/** What a link opens. */
export interface DocumentKey {
  readonly type: DocumentType;
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
}

const TITLES = { itinerary: 'Itinerary', receipt: 'Receipt' } as const satisfies Record<DocumentType, string>;
const CONTEXT = 'booking document';
const SealedKey = z.tuple([z.enum(DOCUMENT_TYPES), z.string(), z.string()]);

/** The documents of a booking as it stands: an itinerary while anything of it stands, a receipt for whatever was ever sold. */
export function listDocuments(app: Pick<App, 'config' | 'sealer'>, booking: Booking): readonly BookingDocument[] {
  return typesOf(booking).map((type) => ({
    type, title: TITLES[type], url: `${app.config.publicUrl}/documents/${sealDocument(app, { ...booking, type })}`, mediaType: 'text/html',
  }));
}

/** What the token of a link opens; undefined for one that we did not make. The link is the credential and works for good, as paper does. */
export function openDocument(app: Pick<App, 'sealer'>, token: string): DocumentKey | undefined {
  const plain = app.sealer.open('document', token, CONTEXT);
  if (plain === undefined) return undefined;
  const [type, organizationId, bookingRef] = SealedKey.parse(JSON.parse(plain.toString('utf8')));
  return { type, organizationId: asId('organization', organizationId), bookingRef: asBookingRef(bookingRef) };
}

function sealDocument(app: Pick<App, 'sealer'>, { type, organizationId, bookingRef }: DocumentKey): string {
  return app.sealer.seal('document', JSON.stringify([type, organizationId, bookingRef]), CONTEXT);
}

function typesOf({ status }: Booking): readonly DocumentType[] {
  switch (status) {
    case 'confirmed': return ['itinerary', 'receipt'];
    case 'cancelled': return ['receipt'];
    case 'pending': case 'failed': return [];
    default: return status satisfies never;
  }
}
