import type { Tx } from '../../src/platform/db/db.ts';
import { sumMoney } from '../../src/travel/money.ts';
import type {
  AddedServicesService,
  AddServicesOutcome,
  AddServicesRequest,
} from '../../src/suppliers/ports/added-services.ts';
import type { ChangeNames } from '../../src/suppliers/ports/servicing.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import {
  addToOrderTotal,
  findAddedServices,
  insertAddedServices,
  listAddedServices,
  type SandboxAddedServices,
} from '../order-book/added-services-store.ts';
import { assignSeats } from '../order-book/assigned-seats.ts';
import { findPendingCancellation, lockOrder } from '../order-book/cancellations-store.ts';
import { describeOrder } from '../order-book/order-states.ts';
import { findOrder } from '../order-book/store.ts';
import { confirmationOf } from '../scenarios/scenarios.ts';
import {
  type FlightServicesParts,
  type HeldServices,
  listServices,
  presentServices,
  priceServices,
} from './flight-services-list.ts';

type Refused = Extract<AddServicesOutcome, { kind: 'refused' }>;
const refused = (reason: string): Refused => ({ kind: 'refused', reason });

/** The order, or a seat of it, went to somebody else while it was written: nothing is stored. */
class Overtaken extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Overtaken';
  }
}

/** Sells bags and seats of the built-in airlines for tickets that were sold before. */
export function createFlightServices(parts: FlightServicesParts): AddedServicesService {
  return {
    async list(query, context) {
      const held = await listServices(parts, query, context);
      return held.kind === 'held' ? presentServices(held) : held;
    },
    add: (request, context) => add(parts, request, context),
    lookUp: async (names, context) => (await findMade(parts, names, context)) ?? { kind: 'none' },
  };
}

/**
 * A repeat answers what became of the first, and one that comes while the first is being made does too, whatever it was
 * refused for.
 */
async function add(
  parts: FlightServicesParts,
  request: AddServicesRequest,
  context: SupplierContext,
): Promise<AddServicesOutcome> {
  const earlier = await findMade(parts, request, context);
  if (earlier) return earlier;
  const outcome = await sell(parts, request, context);
  return outcome.kind === 'refused' ? ((await findMade(parts, request, context)) ?? outcome) : outcome;
}

async function sell(
  parts: FlightServicesParts,
  request: AddServicesRequest,
  context: SupplierContext,
): Promise<AddServicesOutcome> {
  const { reference, travelers, services } = request;
  const wants = { bags: true, seats: services.some(({ kind }) => kind === 'seat') };
  const held = await listServices(parts, { reference, travelers, wants }, context);
  if (held.kind === 'not_sold') return refused(held.reason);
  if (held.order.scenario === 'refused') return refused('The airline refused to add this to the ticket.');
  const priced = priceServices(held, services);
  if ('reason' in priced) return refused(priced.reason);
  const total = sumMoney(priced.prices, held.order.total.currency);
  if (total.value !== request.total.value || total.currency !== request.total.currency) return refused('price_changed');
  const { organizationId, now } = context;
  const added: SandboxAddedServices = {
    changeReference: request.changeReference,
    reference,
    services,
    addedAt: now,
    ...confirmationOf(held.scenario, now),
  };
  try {
    await parts.db.transaction(async (tx) => {
      await lockOrder(tx, organizationId, reference);
      await assertStands(tx, held, context);
      const isNew = await insertAddedServices(tx, organizationId, added);
      const isAdded = await addToOrderTotal(tx, organizationId, { reference, value: total.value });
      if (!isNew || !isAdded) throw new Overtaken('The ticket does not stand any more.');
      const lost = await assignSeats(tx, organizationId, reference, priced.seats);
      if (lost !== undefined) throw new Overtaken(lost);
    });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return refused(error.message);
  }
  return (await findMade(parts, request, context)) ?? { kind: 'unknown', detail: 'The order is gone.' };
}

/** Under the lock of the order: nobody has given it up or added to it since it was judged. */
async function assertStands(tx: Tx, { order, additions }: HeldServices, context: SupplierContext): Promise<void> {
  const { organizationId } = context;
  const { reference } = order;
  if (await findPendingCancellation(tx, organizationId, reference))
    throw new Overtaken('People at the airline are deciding on a refund of the ticket.');
  if ((await listAddedServices(tx, organizationId, reference)).length !== additions)
    throw new Overtaken('unavailable: something else was added meanwhile');
}

async function findMade(
  { db }: FlightServicesParts,
  { reference, changeReference }: ChangeNames,
  { organizationId, now }: SupplierContext,
): Promise<AddServicesOutcome | undefined> {
  const added = await findAddedServices(db, organizationId, changeReference);
  if (added?.reference !== reference) return undefined;
  const order = await findOrder(db, organizationId, reference);
  if (order === undefined) return undefined;
  // What was added stays added when the ticket is given up or exchanged later.
  const { confirmedAt, untilConfirmed } = added;
  const described = describeOrder({ ...order, status: 'booked', confirmedAt, untilConfirmed }, now);
  switch (described.kind) {
    case 'confirmed':
      return { kind: 'added', order: { ...described.order, confirmedAt: order.confirmedAt } };
    case 'pending':
    case 'unknown':
      return described;
    default:
      throw new Error(`An order that stands is ${described.kind}.`);
  }
}
