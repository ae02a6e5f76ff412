import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';
import {
  type DuffelTrips,
  duffelFare,
  payFor,
  startDuffelTrips,
  WEBHOOK_SECRET,
} from '../../support/suppliers/duffel-trips.ts';

/** What is written for operators (log, metrics) holds nothing of a traveler and no key, however a call goes wrong. */
const written: string[] = [];
let at: DuffelTrips;
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (text: string) => void written.push(text) });
  at = await startDuffelTrips({ log });
});
afterAll(() => at.close());

const PASSPORT = { passport_number: '12AB34567', passport_expiry: '2037-01-31', passport_country: 'FR' };
const KTN = '99887766554';

test('names, birth dates, documents, contacts and keys are in no line and no figure', async () => {
  at.stub.control.set({ documents_required: true });
  const faults = [
    undefined,
    { kind: 'error', status: 500, code: 'airline_internal' },
    { kind: 'error', status: 422, code: 'invalid_passenger_name' },
    { kind: 'html', effect: true },
    { kind: 'cut_json', effect: true },
    { kind: 'reset' },
    { kind: 'error', status: 401, code: 'access_token_not_found' },
  ] as const;
  for (const fault of faults) {
    const token = await duffelFare(at);
    if (fault !== undefined) at.stub.control.addFault({ operation: 'order', fault, times: 1 });
    await payFor(at.service, [token], {}, { ...PASSPORT, known_traveler_number: KTN });
    await at.service.drain();
    at.stub.control.clearFaults();
    await at.advance(120);
  }
  await at.service.call('POST', '/v1/suppliers/duffel/webhook', { id: 'wev_1', data: NELLIE });
  const text = `${written.join('')}${await at.service.app.metrics.registry.metrics()}`;
  expect(at.stub.control.orders().length).toBeGreaterThan(1);
  expect(text).toContain("the supplier's answer is not known");
  expect(text).toContain('bly_supplier_calls_total');
  const secrets = [
    NELLIE.first_name,
    NELLIE.date_of_birth,
    PASSPORT.passport_number,
    PASSPORT.passport_expiry,
    KTN,
    CONTACT.email,
    CONTACT.phone,
    at.stub.token,
    WEBHOOK_SECRET,
  ];
  for (const secret of secrets) expect(text.includes(secret), `${secret} was written`).toBe(false);
});
