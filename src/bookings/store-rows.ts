import type { ReadHandle } from '../platform/db/db.ts';
import { asBookingRef, asId } from '../platform/ids.ts';
import type { IsoDate } from '../travel/dates.ts';
import { type Money, money } from '../travel/money.ts';
import { fromItem, type StoredItem, type StoredTraveler, toItem, toTraveler } from '../trips/read/trip-document.ts';
import type { Contact, ItemKind } from '../trips/model/trip.ts';
import type { Booking, BookingFailure, BookingItem, ItemFailureCode } from './model/booking.ts';
import type { FulfilmentPhase } from './model/fulfilment-states.ts';
import type { StoredBookingStatus } from './model/booking-states.ts';
import type { BookingItemStatus } from './model/booking-item-states.ts';
import { type StoredScheduleChange, toScheduleChange } from './store-schedule.ts';
import { toJsonb } from '../platform/db/values/jsonb.ts';

/** A row of the table `booking`. */
export type BookingRow = {
  organization_id: string;
  booking_ref: string;
  trip_id: string;
  payment_id: string;
  status: StoredBookingStatus;
  phase: FulfilmentPhase;
  failure: BookingFailure | null;
  on_partial: Booking['onPartial'];
  last_name_folded: string;
  travelers: readonly StoredTraveler[];
  contact: Contact;
  currency: string;
  total_quoted: number;
  total_paid: number;
  total_collected: number;
  total_refunded: number;
  end_user_id: string | null;
  last_arrival_at: Date;
  open_until: Date;
  version: number;
  documents_withdrawn: number;
  created_at: Date;
  personal_data_erased_at: Date | null;
  /** The month of `booking_item_archive` in which its items lie; null while they lie in `booking_item`. */
  archived_month: IsoDate | null;
};

type Ticket = { readonly travelerId: string; readonly number: string };

/** A row of the table `booking_item`. */
export type BookingItemRow = {
  organization_id: string;
  booking_ref: string;
  item_id: string;
  position: number;
  kind: ItemKind;
  status: BookingItemStatus;
  supplier_id: string;
  reference: string;
  total: number;
  currency: string;
  origin_total: number;
  origin_currency: string;
  rate: number;
  description: string;
  details: StoredItem;
  supplier_order_id: string | null;
  confirmation_number: string | null;
  tickets: readonly Ticket[];
  failure: string | null;
  failure_code: ItemFailureCode | null;
  is_kept: boolean;
  calls: number;
  look_ups: number;
  call_until: Date | null;
  booked_at: Date | null;
  void_until: Date | null;
  gone_at: Date | null;
  refunded: number | null;
  sunk: number;
  replaced_by: string | null;
  supplier_total: number | null;
  service_fee: number | null;
  is_service_fee_returned: boolean | null;
};

/** A row of `booking_item` with the newest schedule change of the item. */
export type ReadItemRow = BookingItemRow & { readonly schedule_change: StoredScheduleChange | null };

/** A row of `booking` with the refunds that the processor refused. */
export type ReadBookingRow = BookingRow & { total_refund_refused: number };

/** The tables of this folder. */
export type BookingTables = { booking: BookingRow; booking_item: BookingItemRow };

/** The handle narrowed to the tables of this folder. */
export const bookingTables = (h: ReadHandle) => h.q.withTables<BookingTables>();

/** The columns of a new booking. */
export function toBookingRow(booking: Booking, lastNameFolded: string) {
  return {
    organization_id: booking.organizationId,
    booking_ref: booking.bookingRef,
    trip_id: booking.tripId,
    payment_id: booking.paymentId,
    status: booking.status,
    phase: booking.phase,
    failure: booking.failure ?? null,
    on_partial: booking.onPartial,
    last_name_folded: lastNameFolded,
    travelers: toJsonb<BookingRow['travelers']>(booking.travelers),
    contact: toJsonb<Contact>(booking.contact),
    currency: booking.totalQuoted.currency,
    total_quoted: booking.totalQuoted.value,
    total_paid: booking.totalPaid.value,
    total_collected: booking.totalCollected.value,
    total_refunded: booking.totalRefunded.value,
    end_user_id: booking.endUserId ?? null,
    last_arrival_at: booking.lastArrivalAt,
    open_until: booking.openUntil,
    version: booking.version,
    documents_withdrawn: booking.documentsWithdrawn,
    created_at: booking.createdAt,
  };
}

/** The columns of a new item. */
export function toItemRow(booking: Booking, item: BookingItem) {
  return {
    organization_id: booking.organizationId,
    booking_ref: booking.bookingRef,
    item_id: item.itemId,
    position: item.position,
    kind: item.kind,
    supplier_id: item.supplierId,
    reference: item.reference,
    total: item.total.value,
    currency: item.total.currency,
    origin_total: item.originTotal.value,
    origin_currency: item.originTotal.currency,
    rate: item.rate,
    service_fee: item.serviceFee?.value ?? null,
    description: item.tripItem.description,
    details: toJsonb<StoredItem>(fromItem(item.tripItem)),
    ...toItemStepColumns(item),
  };
}

/** The columns of an item that a step may change. */
export function toItemStepColumns(item: BookingItem) {
  return {
    status: item.status,
    supplier_order_id: item.supplierOrderId ?? null,
    confirmation_number: item.confirmationNumber ?? null,
    tickets: toJsonb<readonly Ticket[]>(item.tickets),
    failure: item.failure ?? null,
    failure_code: item.failureCode ?? null,
    is_kept: item.isRetained,
    calls: item.calls,
    look_ups: item.lookUps,
    call_until: item.callUntil ?? null,
    booked_at: item.bookedAt ?? null,
    void_until: item.voidUntil ?? null,
    gone_at: item.goneAt ?? null,
    refunded: item.refunded?.value ?? null,
    sunk: item.nonRefundable.value,
    replaced_by: item.replacedBy ?? null,
    supplier_total: item.supplierTotal?.value ?? null,
    is_service_fee_returned: item.isServiceFeeReturned ?? null,
  };
}

/** A booking made of its row and the rows of its items. */
export function toBooking(row: ReadBookingRow, items: readonly ReadItemRow[]): Booking {
  const amount = (value: number): Money => money(value, row.currency);
  return {
    organizationId: asId('organization', row.organization_id),
    bookingRef: asBookingRef(row.booking_ref),
    tripId: asId('trip', row.trip_id),
    paymentId: asId('payment', row.payment_id),
    status: row.status,
    phase: row.phase,
    failure: row.failure ?? undefined,
    onPartial: row.on_partial,
    travelers: row.travelers.map(toTraveler),
    contact: { email: row.contact.email, phone: row.contact.phone },
    totalQuoted: amount(row.total_quoted),
    totalPaid: amount(row.total_paid),
    totalCollected: amount(row.total_collected),
    totalRefunded: amount(row.total_refunded),
    totalRefundRefused: amount(row.total_refund_refused),
    endUserId: row.end_user_id ?? undefined,
    lastArrivalAt: row.last_arrival_at,
    openUntil: row.open_until,
    version: row.version,
    documentsWithdrawn: row.documents_withdrawn,
    createdAt: row.created_at,
    ...(row.personal_data_erased_at === null ? {} : { personalDataErasedAt: row.personal_data_erased_at }),
    ...(row.archived_month === null ? {} : { archivedMonth: row.archived_month }),
    items: items.map(toBookingItem),
  };
}

function toBookingItem(row: ReadItemRow): BookingItem {
  return {
    itemId: asId('item', row.item_id),
    position: row.position,
    kind: row.kind,
    status: row.status,
    supplierId: row.supplier_id,
    reference: row.reference,
    total: money(row.total, row.currency),
    originTotal: money(row.origin_total, row.origin_currency),
    rate: row.rate,
    serviceFee: row.service_fee === null ? undefined : money(row.service_fee, row.currency),
    isServiceFeeReturned: row.is_service_fee_returned ?? undefined,
    supplierTotal: row.supplier_total === null ? undefined : money(row.supplier_total, row.origin_currency),
    tripItem: toItem(row.details),
    supplierOrderId: row.supplier_order_id ?? undefined,
    confirmationNumber: row.confirmation_number ?? undefined,
    tickets: row.tickets,
    failure: row.failure ?? undefined,
    failureCode: row.failure_code ?? undefined,
    isRetained: row.is_kept,
    calls: row.calls,
    lookUps: row.look_ups,
    callUntil: row.call_until ?? undefined,
    bookedAt: row.booked_at ?? undefined,
    voidUntil: row.void_until ?? undefined,
    ...(row.gone_at === null ? {} : { goneAt: row.gone_at }),
    refunded: row.refunded === null ? undefined : money(row.refunded, row.currency),
    nonRefundable: money(row.sunk, row.currency),
    replacedBy: row.replaced_by === null ? undefined : asId('item', row.replaced_by),
    ...(row.schedule_change === null ? {} : { scheduleChange: toScheduleChange(row.schedule_change) }),
  };
}
