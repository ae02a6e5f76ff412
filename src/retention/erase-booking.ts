import * as z from 'zod';
import { ADMIN, recordAudit } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { organizationNow } from '../platform/organization-clock.ts';
import type { Platform } from '../platform/platform.ts';
import { asId } from '../platform/ids.ts';
import { erasePersonalData, findBookingToErase, findErasureObstacle } from './store.ts';

/** Which booking. */
const EraseBookingRequest = z.object({ organizationId: z.string().min(1), bookingRef: z.string().min(1) });
/** Erased, or why nothing was: `not_over` is a fulfilment or a change that somebody has something to do for. */
export const EraseBookingAnswer = z.discriminatedUnion('isErased', [
  z.object({ isErased: z.literal(true) }),
  z.object({ isErased: z.literal(false), reason: z.enum(['not_found', 'erased_before', 'not_over']) }),
]);

/** What erasing one booking needs. */
export type ErasePlace = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/** Erases the personal data of one booking, however old it is, at its traveler's request; the audit log has the act. */
export async function eraseBookingForAdmin(
  place: ErasePlace,
  args: unknown,
): Promise<z.infer<typeof EraseBookingAnswer>> {
  const { organizationId: id, bookingRef } = readAdminArguments(EraseBookingRequest, args);
  const organizationId = asId('organization', id);
  const reference = bookingRef.trim().toUpperCase();
  const booking = await findBookingToErase(place.db, organizationId, reference);
  if (booking !== undefined) {
    const now = await organizationNow(place, organizationId);
    const erased = await place.db.transaction(async (tx) => {
      const count = await erasePersonalData(tx, organizationId, [booking], now);
      if (count > 0)
        await recordAudit(tx, place.clock, {
          organizationId,
          actor: ADMIN,
          action: 'booking.erased',
          target: reference,
        });
      return count;
    });
    if (erased > 0) return { isErased: true };
  }
  return { isErased: false, reason: await findErasureObstacle(place.db, organizationId, reference) };
}
