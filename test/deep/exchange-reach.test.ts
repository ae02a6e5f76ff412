import { testExchangeReach } from '../support/products/exchange-reach.ts';

testExchangeReach({ from: 4, until: 28, ticketsMin: 200 });
