import { testExchangeReach } from '../support/exchange-reach.ts';

testExchangeReach({ from: 4, until: 28, ticketsMin: 200 });
