import { testExchangeReach } from '../../support/products/exchange-reach.ts';

// The other two hundred are in test/deep.
testExchangeReach({ from: 0, until: 4, ticketsMin: 30 });
