import * as z from 'zod';
import { getBooking, UNKNOWN_REFERENCE } from '../bookings/guests/look-up-booking.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { BookingInvoicesResponse, presentInvoices } from './contract.ts';
import { issueDocuments } from './issue-documents.ts';
import { linkIssued } from './view-issued.ts';

const CALL_COST = 1;
const REF_LENGTH_MAX = 64;

const listBookingInvoicesRoute = defineRoute({
  operationId: 'list_booking_invoices',
  method: 'GET',
  path: '/v1/bookings/:booking_ref/invoices',
  tag: 'Bookings',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  isWrite: false,
  summary: 'List the invoices and credit notes of a booking',
  description:
    'One invoice for what was bought and one for each change that was paid for; one credit note for each change that gave money back. Invoices less credit notes are what was paid less what went back. What is still missing is issued by the call.',
  params: z.object({ booking_ref: z.string().min(1).max(REF_LENGTH_MAX) }),
  unknownId: UNKNOWN_REFERENCE,
  response: BookingInvoicesResponse,
  refusals: ['booking_not_found'],
  async handle({ app, caller, params }) {
    const booking = await getBooking(app, caller, params.booking_ref);
    const documents = await issueDocuments(app, booking);
    const links = linkIssued(app, booking, documents);
    return presentInvoices(
      documents,
      documents.map((_document, at) => links[at]?.url),
    );
  },
});

/** Every operation of this folder. */
export const invoiceRoutes: readonly AnyRoute[] = [listBookingInvoicesRoute];
