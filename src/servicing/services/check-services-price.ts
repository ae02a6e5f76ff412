import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { presentValue } from '../../travel/money.ts';
import { chooseServices, type WantedServices } from '../model/addable-services.ts';
import type { ServicesPlan } from '../model/change.ts';
import type { PlannedService } from '../model/planned-service.ts';
import type { ServicedItem } from '../find-serviced-item.ts';
import { listServices, refuseNotSold } from './list-services.ts';
import { planServices, wantsOf } from './quote-services.ts';

/**
 * Asks the supplier whether quoted services can still be had at what was quoted, before anybody is charged for them.
 * Throws price_changed with both amounts, or offer_unavailable with what is gone; the quote stands as it was.
 */
export async function checkServicesPrice(
  app: App,
  serviced: ServicedItem,
  plan: ServicesPlan,
  now: Date,
): Promise<void> {
  const wanted = toWantedServices(plan.services);
  const listed = await listServices(app, serviced, wantsOf(wanted), now);
  if (listed.kind === 'not_sold') throw refuseNotSold(listed, serviced.item);
  const chosen = chooseServices(listed, wanted);
  if (chosen.kind === 'invalid') {
    const gone = plan.services.filter(
      (service) => chooseServices(listed, toWantedServices([service])).kind === 'invalid',
    );
    throw refuse('offer_unavailable', {
      message: `Not available any more: ${gone.map(nameOf).join(', ')}. Nothing was charged. Choose again.`,
      keys: { items: gone.map((service) => ({ ...identify(service), reason: 'It is taken, or sold no longer.' })) },
    });
  }
  const { originTotal, due } = planServices(serviced, chosen.services);
  if (originTotal.value === plan.originTotal.value && due.value === plan.due.value) return;
  throw refuse('price_changed', {
    message: 'The airline asks for another price by now, and nothing was charged. Check again to accept it.',
    keys: { previous_total_due: presentValue(plan.due), total_due: presentValue(due) },
  });
}

function toWantedServices(services: readonly PlannedService[]): WantedServices {
  return {
    bags: services.filter((service) => service.kind === 'bag'),
    seats: services.filter((service) => service.kind === 'seat'),
  };
}

function nameOf(service: PlannedService): string {
  return service.kind === 'seat' ? `seat ${service.seatNumber}` : service.description;
}

function identify(service: PlannedService) {
  return service.kind === 'seat'
    ? { segment_id: service.segmentId, seat_number: service.seatNumber, pax_ref_id: service.travelerId }
    : { offer_id: service.serviceKey, pax_ref_id: service.travelerId };
}
