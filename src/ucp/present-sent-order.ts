import { presentBooking } from '../bookings/contract.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { App } from '../context.ts';
import { ownNames } from './model/names.ts';
import { capabilitiesOf, intersect, type PlatformProfile } from './model/negotiate.ts';
import { listOrderEvents, type OrderEvent } from './order-store.ts';
import { presentOrder } from './present-order.ts';
import type { StoredCheckout } from './model/stored-checkout.ts';

/** An order as its platform is sent it: the whole of it, as it stands now. */
export async function presentSentOrder(
  app: App,
  { bookingRef }: OrderEvent,
  parts: { readonly stored: StoredCheckout; readonly profile: PlatformProfile; readonly now: Date },
): Promise<Readonly<Record<string, unknown>>> {
  const { stored, profile, now } = parts;
  const { organizationId, tripId } = stored;
  const booking = await getBooking(app, { organizationId }, bookingRef);
  const changes = await app.bookingChanges.read(app, { organizationId }, [booking.bookingRef]);
  const { publicUrl, ucpDrafts } = app.config;
  const names = ownNames(publicUrl);
  return presentOrder({
    booking: presentBooking(app, booking, { now, changes }),
    stored,
    events: await listOrderEvents(app.db, organizationId, tripId),
    shared: intersect(capabilitiesOf(names, ucpDrafts), profile),
    names,
    publicUrl,
  });
}
