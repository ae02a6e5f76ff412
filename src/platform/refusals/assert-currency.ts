import type { ExchangeRates } from '../../suppliers/ports/exchange-rates.ts';
import { refuse } from '../errors.ts';

/** Refuses a currency that no price can be given in. */
export function assertCurrency(
  rates: Pick<ExchangeRates, 'supports' | 'supported'>,
  currency: string | undefined,
): void {
  if (currency === undefined || rates.supports(currency)) return;
  throw refuse('currency_unsupported', {
    message: 'currency: no price can be given in it. See supported.',
    keys: { supported: rates.supported() },
  });
}
