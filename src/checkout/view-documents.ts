import type { DocumentLink } from '../../web/checkout/view.ts';
import { listDocuments } from '../bookings/documents/document-link.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';

/** Links to what can be printed of a booking, on whatever page. */
export function viewDocumentLinks(app: Pick<App, 'config' | 'sealer'>, booking: Booking): readonly DocumentLink[] {
  return listDocuments(app, booking).map(({ type, url }) => ({ type, url }));
}
