import * as z from 'zod';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { organizationNow } from '../platform/organization-clock.ts';
import type { Platform } from '../platform/platform.ts';
import { asId } from '../platform/ids.ts';
import { erasePersonalData, findBookingToErase } from './store.ts';

/** Which booking. */
const EraseBookingRequest = z.object({ organizationId: z.string().min(1), bookingRef: z.string().min(1) });
/** False: there is none, it was erased before, or somebody still has something to do for it. */
export const EraseBookingAnswer = z.object({ isErased: z.boolean() });

/** What erasing one booking needs. */
export type ErasePlace = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/** Erases the personal data of one booking, however old it is: its traveler asked for it. */
export async function eraseBookingForAdmin(
  place: ErasePlace,
  args: unknown,
): Promise<z.infer<typeof EraseBookingAnswer>> {
  const { organizationId: id, bookingRef } = readAdminArguments(EraseBookingRequest, args);
  const organizationId = asId('organization', id);
  const booking = await findBookingToErase(place.db, organizationId, bookingRef.trim().toUpperCase());
  if (booking === undefined) return { isErased: false };
  const now = await organizationNow(place, organizationId);
  const erased = await place.db.transaction((tx) => erasePersonalData(tx, organizationId, [booking], now));
  return { isErased: erased > 0 };
}
