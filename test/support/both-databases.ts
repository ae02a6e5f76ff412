import { globSync } from 'node:fs';

/** Test files that `.ci/run` runs on PostgreSQL, and what about them depends on the database. */
interface DialectProof {
  /** A folder (with `/` at its end) or files of `test/`. */
  readonly files: readonly string[];
  readonly why: string;
}

/**
 * Everything whose outcome may differ between the embedded database and a server: statements, types, locks, isolation,
 * jobs, partitions, and one whole journey of every kind of sale and service. In doubt a file is here. Not here is what
 * stores nothing (searches, documents, pages, the simulator) and what repeats a journey of the list through a browser.
 * scripts/test-deep.ts fails when a function of a store is called by none of them. `npm test` runs them all on the
 * embedded database; `.ci/run` runs there only what `DIALECT` names, so that each journey runs once.
 */
export const BOTH_DATABASES: readonly DialectProof[] = [
  { files: ['test/stores/'], why: 'Statements by themselves: roll-ups, partitions, counters, guards, ordering.' },
  {
    files: ['test/platform/'],
    why: 'Connections, migrations, transactions, retries, jobs and their leases, and what survives a kill.',
  },
  {
    files: [
      'test/faults/crash.test.ts',
      'test/faults/invoice-killed.test.ts',
      'test/faults/mail-killed.test.ts',
      'test/faults/metering-killed.test.ts',
      'test/faults/servicing-killed.test.ts',
      'test/faults/ucp-killed.test.ts',
      'test/faults/webhook-killed.test.ts',
    ],
    why: 'What a lost connection leaves behind; every step of a trip is in test/deep, which runs on both.',
  },
  {
    files: [
      'test/process/topology.test.ts',
      'test/process/several-processes.test.ts',
      'test/process/supplier-calls.test.ts',
      'test/process/rehearsal.test.ts',
    ],
    why: 'Several processes share one database only on a server.',
  },
  {
    files: ['test/process/start-and-stop.test.ts'],
    why: 'A start migrates and stamps the database; a stop releases it.',
  },
  {
    files: [
      'test/journeys/trip.test.ts',
      'test/journeys/mixed-trip.test.ts',
      'test/journeys/trip-after-sale.test.ts',
      'test/journeys/seats.test.ts',
      'test/journeys/sandbox.test.ts',
      'test/journeys/sandbox-bookings.test.ts',
      'test/journeys/sandbox-callbacks.test.ts',
      'test/journeys/shared-metering.test.ts',
      'test/journeys/exchange-rates.test.ts',
    ],
    why: 'The cart of all products: versions, leases, seats that two want, and the clock of an organization.',
  },
  {
    files: ['test/journeys/ucp/'],
    why: 'Checkouts of platforms: what is stored of them, keys, and two who complete at once.',
  },
  { files: ['test/journeys/checkout/'], why: 'Quotes, sessions and payments: two who pay at once, money to the cent.' },
  { files: ['test/journeys/mandates/'], why: 'Budgets that many draw on at once: locks, guards, books.' },
  { files: ['test/journeys/bookings/'], why: 'Fulfilment, its look-ups, lists by cursor, mails, and reconcile.' },
  {
    files: [
      'test/journeys/suppliers/duffel-after-sale.test.ts',
      'test/journeys/suppliers/duffel-airline-changes.test.ts',
      'test/journeys/suppliers/duffel-orders.test.ts',
      'test/journeys/suppliers/duffel-refunds.test.ts',
      'test/journeys/suppliers/sale-switch.test.ts',
      'test/journeys/suppliers/liteapi-stays.test.ts',
      'test/journeys/suppliers/liteapi-charges.test.ts',
      'test/journeys/suppliers/flight-and-stay.test.ts',
    ],
    why: 'Orders over HTTP: rows committed around the call.',
  },
  {
    files: ['test/journeys/suppliers/observed/observed-after-restart.test.ts'],
    why: 'Fares that one process has seen and another reads: windows over an index, packed bytes.',
  },
  {
    files: [
      'test/journeys/suppliers/hotel-content.test.ts',
      'test/journeys/suppliers/content-rounds.test.ts',
      'test/journeys/suppliers/hotel-places.test.ts',
      'test/journeys/suppliers/stay-facts.test.ts',
    ],
    why: 'Stored hotels: text search, JSON and percentiles in SQL, jobs that go on page by page.',
  },
  {
    files: ['test/journeys/servicing/'],
    why: 'Cancellations, exchanges and schedule changes of flights, hotels and cars, with their refunds and payments.',
  },
  { files: ['test/journeys/webhooks/'], why: 'Deliveries are queued in the transaction of their event and counted.' },
  { files: ['test/journeys/demand/'], why: 'Signals, monitors and price history: partitions and upserts.' },
  {
    files: [
      'test/journeys/accounts/',
      'test/journeys/console/',
      'test/journeys/mcp/mcp-shares.test.ts',
      'test/journeys/mcp/mcp-preferences.test.ts',
      'test/journeys/mcp/mcp-handles.test.ts',
    ],
    why: 'Users, sessions, links, attempts, grants and the tokens of the provider.',
  },
  {
    files: [
      'test/routes/identity/',
      'test/routes/idempotency.test.ts',
      'test/routes/isolation.test.ts',
      'test/routes/fair-shares.test.ts',
      'test/routes/trusted-hops.test.ts',
    ],
    why: 'Keys, members, limits, the audit log, repeats; every row belongs to one organization.',
  },
  {
    files: [
      'test/routes/discovery/demand-rankings.test.ts',
      'test/routes/discovery/demand-trends.test.ts',
      'test/routes/discovery/price-advice.test.ts',
      'test/routes/discovery/price-history.test.ts',
      'test/routes/search/hotel-price-index.test.ts',
    ],
    why: 'Answers computed in SQL from roll-ups: sums, percentiles, dates and time zones.',
  },
  {
    files: [
      'test/suppliers/common/',
      'test/suppliers/duffel/',
      'test/suppliers/liteapi/',
      'test/suppliers/payment-conformance.test.ts',
      'test/suppliers/refund-timeline.test.ts',
      'test/suppliers/sandbox-car-exchanges.test.ts',
      'test/suppliers/sandbox-cars.test.ts',
      'test/suppliers/sandbox-flight-exchanges.test.ts',
      'test/suppliers/sandbox-flights.test.ts',
      'test/suppliers/sandbox-hotels.test.ts',
      'test/suppliers/sandbox-payments.test.ts',
      'test/suppliers/sandbox-refunds.test.ts',
      'test/suppliers/sandbox-seats.test.ts',
      'test/suppliers/servicing/',
      'test/suppliers/stripe-payments.test.ts',
    ],
    why: 'The order book and the payments of the simulator, what adapters remember and suppliers answered, are rows.',
  },
];

/**
 * Of that list, folders and files that prove on both databases what the product asks of one, in `.ci/run` as well:
 * statements by themselves, jobs, connections and crashes, many who want one thing at once (the embedded database has
 * one connection), and one journey of every kind of sale and service.
 */
export const DIALECT: readonly string[] = [
  'test/stores/',
  'test/platform/',
  'test/faults/crash.test.ts',
  'test/process/',
  'test/journeys/trip.test.ts',
  'test/journeys/mixed-trip.test.ts',
  'test/journeys/sandbox.test.ts',
  'test/journeys/exchange-rates.test.ts',
  'test/journeys/ucp/checkout.test.ts',
  'test/journeys/checkout/checkout.test.ts',
  'test/journeys/checkout/payment-in-flight.test.ts',
  'test/journeys/checkout/signed-quotes.test.ts',
  'test/journeys/mandates/mandates.test.ts',
  'test/journeys/mandates/approvals.test.ts',
  'test/journeys/bookings/at-once.test.ts',
  'test/journeys/bookings/bookings.test.ts',
  'test/journeys/bookings/fulfilment.test.ts',
  'test/journeys/bookings/list-bookings.test.ts',
  'test/journeys/bookings/reconcile.test.ts',
  'test/journeys/suppliers/duffel-orders.test.ts',
  'test/journeys/suppliers/hotel-content.test.ts',
  'test/journeys/suppliers/observed/observed-after-restart.test.ts',
  'test/journeys/servicing/refunds.test.ts',
  'test/journeys/servicing/hotel-car-cancel.test.ts',
  'test/journeys/servicing/add-services.test.ts',
  'test/journeys/servicing/schedule-change.test.ts',
  'test/journeys/webhooks/webhooks.test.ts',
  'test/journeys/demand/',
  'test/journeys/accounts/organizations.test.ts',
  'test/journeys/accounts/oauth.test.ts',
  'test/journeys/console/requests.test.ts',
  'test/journeys/mcp/mcp-handles.test.ts',
  'test/routes/identity/',
  'test/routes/idempotency.test.ts',
  'test/routes/isolation.test.ts',
  'test/routes/discovery/price-history.test.ts',
  'test/routes/discovery/demand-rankings.test.ts',
  'test/routes/search/hotel-price-index.test.ts',
  'test/suppliers/payment-conformance.test.ts',
  'test/suppliers/sandbox-flights.test.ts',
  'test/suppliers/sandbox-hotels.test.ts',
  'test/suppliers/sandbox-cars.test.ts',
];

/**
 * Files whose outcome is the same on either database and that have long matrices
 * (test/support/service/cells-of.ts): `npm run test:deep` runs all of their cells.
 */
export const LONG_MATRICES: readonly string[] = [
  'test/routes/discovery/discovery.test.ts',
  'test/suppliers/world/world-itineraries.test.ts',
  'test/suppliers/world/world-market-plans.test.ts',
  'test/world-data/demand.test.ts',
  'test/world-data/stays.test.ts',
];

/**
 * What of `test/deep` runs on the embedded database as well: each boundary of each way to sell, crashes while
 * recovering, random crashes, the airline's changes, and the model of a trip. The others lose answers of a supplier or
 * a processor at the boundaries of one more journey: the same statements, of which the server runs all.
 */
export const DEEP_ON_BOTH: readonly string[] = [
  'test/deep/airline-changes.test.ts',
  'test/deep/kill-matrix.test.ts',
  'test/deep/kill-twice.test.ts',
  'test/deep/random-kills.test.ts',
  'test/deep/stay-matrix.test.ts',
  'test/deep/trip-model.test.ts',
];

/**
 * The files that `.ci/run` leaves to `npm run test:deep`: of the list of both databases what is not `DIALECT`, and the
 * long matrices.
 */
export function listLeftToServer(): readonly string[] {
  return [...BOTH_DATABASES.flatMap(({ files }) => files), ...LONG_MATRICES]
    .flatMap((path) => (path.endsWith('/') ? globSync(`${path}**/*.test.ts`) : [path]))
    .filter((file) => !DIALECT.some((path) => file.startsWith(path)))
    .toSorted();
}
