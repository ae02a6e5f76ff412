const { readdirSync } = require('node:fs');

/**
 * The direction of calls, as design and ARCHITECTURE.md state it. The table below is the graph of domains: each row
 * names only rows above it. A domain may import itself, `travel`, `platform`, `suppliers/ports` and the rows it
 * names.
 */
const DOMAINS = {
  identity: [],
  rates: [],
  ap2: ['identity'],
  'request-log': ['identity'],
  'supplier-accounts': ['identity'],
  ledger: [],
  places: [],
  pricing: ['identity'],
  offers: [],
  webhooks: ['identity'],
  metering: ['identity', 'supplier-accounts'],
  accounts: ['identity', 'metering'],
  signatures: [],
  oauth: ['identity', 'accounts'],
  mcp: [],
  docs: [],
  landing: ['docs'],
  payments: ['ledger'],
  demand: ['offers', 'places'],
  flights: ['pricing', 'offers', 'places', 'demand', 'webhooks'],
  cars: ['pricing', 'offers', 'places', 'demand'],
  hotels: ['pricing', 'offers', 'places', 'demand'],
  explore: ['accounts'],
  trips: ['pricing', 'offers', 'payments', 'demand'],
  bookings: ['supplier-accounts', 'offers', 'trips', 'payments', 'ledger', 'webhooks', 'demand'],
  checkout: ['identity', 'ap2', 'signatures', 'trips', 'payments', 'bookings', 'ledger'],
  servicing: ['identity', 'offers', 'trips', 'bookings', 'payments', 'ledger', 'webhooks', 'checkout'],
  ucp: ['ap2', 'signatures', 'webhooks', 'trips', 'bookings', 'payments', 'checkout', 'offers'],
  invoices: ['identity', 'trips', 'bookings', 'payments', 'servicing'],
  manage: ['identity', 'invoices', 'flights', 'trips', 'bookings', 'payments', 'checkout', 'servicing'],
  mail: ['identity', 'invoices', 'manage', 'trips', 'bookings', 'checkout', 'servicing'],
  support: ['identity', 'metering', 'bookings', 'payments', 'ledger', 'webhooks', 'servicing', 'mail'],
  decisions: ['identity', 'accounts', 'bookings', 'checkout', 'servicing'],
  console: ['identity', 'invoices', 'accounts', 'metering', 'bookings', 'ledger', 'servicing', 'webhooks', 'support', 'pricing', 'supplier-accounts', 'trips', 'decisions', 'request-log'],
  mandates: ['identity', 'accounts', 'signatures', 'trips', 'bookings', 'payments', 'checkout', 'webhooks'],
  retention: ['identity', 'trips', 'bookings', 'payments', 'servicing', 'request-log'],
  exports: ['payments'],
  sandbox: ['identity', 'ledger', 'places', 'offers', 'webhooks', 'metering', 'payments', 'demand', 'flights', 'hotels', 'cars', 'trips', 'bookings', 'checkout', 'servicing'],
};
const names = Object.keys(DOMAINS);

/** What domains stand on, and what is no domain; each has rules of its own below. */
const NO_DOMAINS = ['travel', 'platform', 'suppliers', 'reference', 'client', 'cli'];
const rowless = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !names.includes(entry.name) && !NO_DOMAINS.includes(entry.name))
  .map(({ name }) => `src/${name}`);
if (rowless.length > 0) throw new Error(`Without a row in DOMAINS of .dependency-cruiser.cjs: ${rowless.join(', ')}.`);
const TEST = '\\.test\\.ts$';

const domainRules = names.map((name) => ({
  name: `domain-${name}`,
  comment: `${name} may import only: ${DOMAINS[name].join(', ') || 'no other domain'}.`,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: TEST },
  to: { path: `^src/(${names.filter((other) => other !== name && !DOMAINS[name].includes(other)).join('|')})/` },
}));

const privateStores = [...names, 'suppliers/stripe', 'suppliers/common', 'suppliers/duffel'].map((name) => ({
  name: `store-private-${name.replace('/', '-')}`,
  comment: 'A store holds the SQL of its folder and is private to it.',
  severity: 'error',
  from: { path: '^(src|simulator)/', pathNot: `^src/${name}/` },
  to: { path: `^src/${name}/.*store[^/]*\\.ts$` },
}));

/** The two trees: what production runs, and the simulator that makes the sandbox's market. One arrow between them. */
const twoTrees = [
  {
    name: 'product-without-simulator',
    comment: 'Production neither loads nor ships memory for the simulator: src/app.ts alone reaches it, by its one entry.',
    severity: 'error',
    from: { path: '^(src|web)/', pathNot: ['^src/app\\.ts$', TEST] },
    to: { path: '^simulator/' },
  },
  {
    name: 'simulator-behind-ports',
    comment: 'The simulator is one supplier among others: it knows the words, the reference data, the ports and the kit of platform.',
    severity: 'error',
    from: { path: '^simulator/', pathNot: TEST },
    to: { path: '^(src|web)/', pathNot: ['^src/(travel|reference|suppliers/ports|platform)/'] },
  },
  {
    name: 'plans-are-private',
    comment: 'Packed plans are a quick form of what the walk finds: nobody outside the itinerary search reads them.',
    severity: 'error',
    from: { path: '^(simulator|src)/', pathNot: ['^simulator/itineraries/', TEST] },
    to: { path: '^simulator/itineraries/plans/' },
  },
  {
    name: 'reference-is-below',
    comment: 'Places, airlines, zones and currencies are facts: they know the words of travel and nobody who uses them.',
    severity: 'error',
    from: { path: '^src/reference/', pathNot: TEST },
    to: { path: '^(src|simulator|web)/', pathNot: ['^src/(reference|travel|platform)/', '^src/suppliers/ports/'] },
  },
];

/** Stand-ins of real suppliers, which a rehearsal calls over HTTP as it would call the supplier. */
const stubs = [
  {
    name: 'stubs-for-the-command-line',
    comment: 'A stub is a program of its own that `bly supplier-stub` starts: the product neither loads nor trusts it.',
    severity: 'error',
    from: { path: '^(src|simulator|web)/', pathNot: ['^src/cli/', '^src/suppliers/stubs/', TEST] },
    to: { path: '^src/suppliers/stubs/' },
  },
  {
    name: 'stubs-know-no-adapter',
    comment: 'A stub that shared a schema with the adapter would repeat its mistakes instead of finding them.',
    severity: 'error',
    from: { path: '^src/suppliers/stubs/', pathNot: TEST },
    to: { path: '^(src|simulator|web)/', pathNot: ['^src/suppliers/stubs/', '^src/(travel|reference|platform)/', '^src/suppliers/ports/'] },
  },
];

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Files of a circle, of values or of types, are only understood together: what they share belongs in a file of its own.',
      from: { path: '^(src|simulator|web)/' },
      to: { circular: true },
    },
    { name: 'travel-imports-nothing', severity: 'error', from: { path: '^src/travel/', pathNot: TEST }, to: { path: '^src/', pathNot: '^src/travel/' } },
    { name: 'platform-imports-no-domain', severity: 'error', comment: 'Platform takes Platform (platform.ts): it knows neither App nor a domain. Types of suppliers/ports are erased and allowed.', from: { path: '^src/platform/', pathNot: TEST }, to: { path: '^src/', pathNot: ['^src/platform/', '^src/travel/', '^src/suppliers/ports/'] } },
    { name: 'client-imports-nothing', severity: 'error', comment: 'It is published, and runs in browsers and at the edge.', from: { path: '^src/client/', pathNot: TEST }, to: { pathNot: '^src/client/' } },
    { name: 'suppliers-import-no-domain', severity: 'error', from: { path: '^src/suppliers/', pathNot: TEST }, to: { path: `^src/(${names.join('|')}|app|main|routes|jobs)(/|\\.ts$)` } },
    { name: 'only-app-names-adapters', severity: 'error', comment: 'Everyone else knows the port.', from: { path: '^src/', pathNot: ['^src/suppliers/', '^src/(app|jobs)\\.ts$', TEST] }, to: { path: '^src/suppliers/', pathNot: ['^src/suppliers/ports/', '^src/suppliers/calls/', '^src/suppliers/common/account[^/]*\\.ts$', '^src/suppliers/stubs/'] } },
    {
      name: 'model-is-pure',
      severity: 'error',
      comment: 'In every folder named model, however deep. return-address.ts takes isIP of node:net, which opens nothing.',
      from: { path: '^src/.+/model/', pathNot: [TEST, '^src/identity/profile/model/return-address\\.ts$'] },
      to: {
        path: ['^src/[^/]+/.*(store|routes|jobs)[^/]*\\.ts$', '^src/platform/(db|http|jobs|outbound|log)', '^node_modules/(pg|kysely|fastify|undici)/', '^(node:)?(fs|net|http|https|child_process)$'],
        pathNot: ['/model/', '^src/platform/jobs/job\\.ts$'],
      },
    },
    { name: 'operations-know-no-wire', severity: 'error', comment: 'Operations do not import wire shapes; routes and present functions do.', from: { path: '^src/[^/]+/.+\\.ts$', pathNot: ['(routes|contract|present|pages)[^/]*\\.ts$', TEST, '^src/(platform|suppliers|travel)/', '^src/[^/]+\\.ts$'] }, to: { path: '^src/[^/]+/.*contract[^/]*\\.ts$' } },
    { name: 'routes-touch-no-storage', severity: 'error', from: { path: '^src/[^/]+/.*routes[^/]*\\.ts$' }, to: { path: ['store[^/]*\\.ts$', '^node_modules/(kysely|pg)/'] } },
    { name: 'product-needs-no-tests', severity: 'error', from: { path: '^(src|simulator|web)/', pathNot: TEST }, to: { path: '^(test|bench)/' } },
    { name: 'no-dev-dependencies-in-product', severity: 'error', from: { path: '^(src|simulator)/', pathNot: TEST }, to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'] } },
    { name: 'resolvable', severity: 'error', comment: 'Packages that are nothing but types (@types/geojson) are resolved by the compiler.', from: {}, to: { couldNotResolve: true, pathNot: '^(geojson|topojson-specification)$' } },
    ...twoTrees,
    ...stubs,
    ...domainRules,
    ...privateStores,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.js', '.cjs', '.mjs', '.json'] },
  },
};
