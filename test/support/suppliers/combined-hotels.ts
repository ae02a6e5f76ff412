import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import type { StayRate } from '../../../src/travel/stay.ts';

/**
 * A supplier that sells what another does, rooms paid now and rooms paid at the property never together. `isStrict`:
 * asked for a mixture it has no stay, as a system that makes its combinations itself.
 */
export function combinedHotels(real: HotelSupplier, isStrict: boolean): HotelSupplier {
  return {
    ...real,
    async search(query, context) {
      const { hotels, omitted } = await real.search(query, context);
      return {
        omitted,
        hotels: hotels.map(({ hotel, ratesOfRooms }) => ({
          hotel,
          ratesOfRooms: ratesOfRooms.map((rates) => rates.map(withKey)),
        })),
      };
    },
    async getStay(rateKeys, context) {
      const stay = await real.getStay(rateKeys, context);
      if (stay === undefined) return undefined;
      const [first, ...others] = stay.rates;
      const rates = [withKey(first), ...others.map(withKey)] as const;
      const isMixed = rates.some(({ togetherKey }) => togetherKey !== rates[0].togetherKey);
      return isMixed && isStrict ? undefined : { ...stay, rates };
    },
  };
}

function withKey(rate: StayRate): StayRate {
  return { ...rate, togetherKey: `combination-${rate.paymentType}` };
}
