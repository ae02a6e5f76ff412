import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createFareBuilder } from '../../../simulator/fares/fares.ts';
import { createTariffStore, type TicketSlices } from '../../../simulator/fares/tariffs.ts';
import { NOTHING_SOLD, sellingMoment } from '../../../simulator/cabins/inventory.ts';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { testEngine } from '../../support/products/engine.ts';
import { WORLD_NOW } from '../../support/products/world.ts';

const engine = testEngine();
const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../../data/world', import.meta.url));
const { rates } = loadReference(dir, SCENARIO_PLACES);
const terms = { cabin: 'economy', passengers: { ...NO_PASSENGERS, adt: 1, chd: 1 } } as const;

function slicesOf(from: string, to: string) {
  const [origin, destination] = [from, to].map((code) => engine.atlas.airportByCode.get(code)?.index ?? -1);
  if (origin === undefined || destination === undefined) throw new Error('no airports');
  const query = {
    origins: [origin],
    destinations: [destination],
    day: isoDateToEpochDay('2027-01-14'),
    connectionsMax: 1,
    isOneOfSeveral: true,
  } as const;
  return engine.itineraries.find(query, {
    cabin: 'economy',
    party: 2,
    moment: sellingMoment(WORLD_NOW),
    sold: NOTHING_SOLD,
  });
}

test('however few tariffs are held, tickets cost the same, and no more are held', () => {
  const [there, back] = [slicesOf('CDG', 'JFK'), slicesOf('JFK', 'CDG')];
  const tickets: TicketSlices[] = [
    ...there.map((out): TicketSlices => [out]),
    ...there.flatMap((out) => back.slice(0, 4).map((home): TicketSlices => [out, home])),
  ];
  const [few, many] = [createTariffStore(3), createTariffStore()];
  const [cheaply, freely] = [few, many].map((tariffs) => createFareBuilder({ rates, tariffs }, terms));
  expect(tickets.length).toBeGreaterThan(50);
  for (const ticket of tickets) {
    const [own, others] = [cheaply?.(ticket), freely?.(ticket)];
    expect(own?.fares.map(({ total }) => total)).toEqual(others?.fares.map(({ total }) => total));
    expect(few.held).toBeLessThan(3);
  }
  expect(many.held).toBeGreaterThan(10);
  const rounds = many.held;
  const again = createFareBuilder({ rates, tariffs: many }, terms);
  for (const ticket of tickets) again(ticket);
  expect(many.held).toBe(rounds);
});
