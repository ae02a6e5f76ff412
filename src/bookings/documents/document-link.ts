import * as z from 'zod';
import type { App } from '../../context.ts';
import { asBookingRef, asId, type BookingRef, type OrganizationId } from '../../platform/ids.ts';
import { documentEpoch, FIRST_EPOCH } from '../model/document-epoch.ts';
import type { Booking } from '../model/booking.ts';
import { addDocumentsWithdrawal } from '../store-serviced.ts';

/** What a traveler may want on paper. */
export const DOCUMENT_TYPES = ['itinerary', 'receipt'] as const;
type DocumentType = (typeof DOCUMENT_TYPES)[number];

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
  /** Of the booking when the link was made: the link opens nothing once the booking has another. */
  readonly epoch: string;
}

const TITLES = { itinerary: 'Itinerary', receipt: 'Receipt' } as const satisfies Record<DocumentType, string>;
const CONTEXT = 'booking document';
const SealedKey = z.tuple([z.enum(DOCUMENT_TYPES), z.string(), z.string(), z.string()]);
/** Links made before there were epochs count as links of the first one. */
const SealedWithoutEpoch = z
  .tuple([z.enum(DOCUMENT_TYPES), z.string(), z.string()])
  .transform((key) => [...key, FIRST_EPOCH] as const);
const AnySealedKey = z.union([SealedKey, SealedWithoutEpoch]);

/**
 * The documents of a booking as it stands: an itinerary while anything of it stands, a receipt for whatever was ever
 * sold.
 */
export function listDocuments(app: Pick<App, 'config' | 'sealer'>, booking: Booking): readonly BookingDocument[] {
  return typesOf(booking).map((type) => ({
    type,
    title: TITLES[type],
    mediaType: 'text/html',
    url: `${app.config.publicUrl}/documents/${sealDocument(app, { ...booking, type, epoch: documentEpoch(booking) })}`,
  }));
}

/**
 * What the token of a link opens; undefined for one that we did not make. The link is the credential, for as long as
 * its epoch is the booking's.
 */
export function openDocument(app: Pick<App, 'sealer'>, token: string): DocumentKey | undefined {
  const plain = app.sealer.open('document', token, CONTEXT);
  if (plain === undefined) return undefined;
  const [type, organizationId, bookingRef, epoch] = AnySealedKey.parse(JSON.parse(plain.toString('utf8')));
  return { type, organizationId: asId('organization', organizationId), bookingRef: asBookingRef(bookingRef), epoch };
}

/** Ends every link to the documents of a booking that was given out so far. */
export async function withdrawDocuments(app: Pick<App, 'db'>, booking: Booking): Promise<void> {
  await addDocumentsWithdrawal(app.db, booking);
}

function sealDocument(app: Pick<App, 'sealer'>, { type, organizationId, bookingRef, epoch }: DocumentKey): string {
  return app.sealer.seal('document', JSON.stringify([type, organizationId, bookingRef, epoch]), CONTEXT);
}

function typesOf({ status }: Booking): readonly DocumentType[] {
  switch (status) {
    case 'confirmed':
      return ['itinerary', 'receipt'];
    case 'cancelled':
      return ['receipt'];
    case 'pending':
    case 'failed':
      return [];
    default:
      return status satisfies never;
  }
}
