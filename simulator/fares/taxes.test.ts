import { expect, test } from 'vitest';
import type { CabinClass } from '../../src/travel/flight.ts';
import type { PassengerKind } from '../../src/travel/passengers.ts';
import type { AtlasAirline, AtlasAirport } from '../../src/reference/atlas.ts';
import type { Market } from '../itineraries/markets.ts';
import { TAX_RULES } from './tax-table.ts';
import { adultTaxesUsd, ticketLevies } from './taxes.ts';

/** One unit of every currency is a dollar: amounts can be read off the table. */
const flatRates = { supports: () => true, supported: () => [], rate: () => 1 };

function airport(nation: string, size = 0): AtlasAirport {
  return {
    index: 0,
    iata: nation,
    name: nation,
    cityCode: nation,
    cityName: nation,
    city: 0,
    country: nation,
    nation,
    size,
    latitude: 0,
    longitude: 0,
    zone: 'UTC',
    zoneIndex: 0,
    rank: 1,
    subregion: 'Sub-Saharan Africa',
    hash: 1,
    terminals: undefined,
  };
}
function airline(code: string, isLowCost = false): AtlasAirline {
  return {
    code,
    name: code,
    country: 'FR',
    isLowCost,
    alliance: undefined,
    index: 0,
    hash: 1,
    hubs: [],
    currency: 'USD',
    isScenario: false,
    isBusinessOnly: false,
    ticketPrefix: undefined,
  };
}
function market(from: string, to: string, km: number, size = 0): Market {
  const isDomestic = from === to;
  return {
    origin: airport(from, size),
    destination: airport(to),
    km,
    isDomestic,
    isLongHaul: km > 4000,
    level: 1,
    carriers: 1,
    hasLowCost: false,
    hash: 1,
  };
}
/** `GB 102, UB 24` in whole dollars. */
function lines(of: Market, part: { kind?: PassengerKind; cabin?: CabinClass; carrier?: AtlasAirline } = {}): string {
  const { kind = 'adt', cabin = 'economy', carrier = airline('XX') } = part;
  const levies = ticketLevies([{ market: of, carrier, cabin }], kind, 'USD', flatRates);
  return [
    ...levies.lines.map(({ code, amount }) => `${code} ${amount.value / 100}`),
    ...levies.shares.map(({ code, share }) => `${code} ${share * 100}%`),
  ].join(', ');
}

test('British duty follows distance and cabin, and children pay none in economy', () => {
  expect(lines(market('GB', 'ES', 1200))).toBe('GB 15, UB 24');
  expect(lines(market('GB', 'US', 5500), { carrier: airline('B6', true) })).toBe(
    'GB 102, UB 24, US 23.4, YC 7.39, XY 7, XA 3.84',
  );
  expect(lines(market('GB', 'ES', 1200), { cabin: 'business' })).toBe('GB 32, UB 24');
  expect(lines(market('GB', 'GB', 500))).toBe('GB 8, UB 15');
  expect(lines(market('GB', 'AU', 17_000), { kind: 'chd', carrier: airline('JQ', true) })).toBe('UB 24');
  expect(lines(market('GB', 'ES', 1200), { kind: 'chd', cabin: 'business' })).toBe('GB 32, UB 24');
});

test('a flight inside the United States pays a share of the fare, a segment tax, security and the airport', () => {
  expect(lines(market('US', 'US', 1000))).toBe('ZP 5.3, AY 5.6, XF 4.5, US 7.5%');
  expect(
    adultTaxesUsd({ market: market('US', 'US', 1000), carrier: airline('AA'), cabin: 'economy' }, 200, flatRates),
  ).toBeCloseTo(30.4);
});

test('Canada asks less of those who go to the United States, who in turn leave out the customs fee', () => {
  expect(lines(market('CA', 'US', 1000))).toBe('CA 16.89, SQ 38, US 23.4, XY 7, XA 3.84');
  expect(lines(market('CA', 'DE', 1000))).toBe('CA 34.42, SQ 38');
});

test('French solidarity tax follows distance and the front of the aircraft', () => {
  const solidarity = (km: number, cabin: CabinClass) => /O4 [\d.]+/.exec(lines(market('FR', 'XX', km), { cabin }))?.[0];
  expect([900, 3000, 6000].map((km) => solidarity(km, 'premium_economy'))).toEqual(['O4 7.4', 'O4 15', 'O4 40']);
  expect([900, 3000, 6000].map((km) => solidarity(km, 'business'))).toEqual(['O4 30', 'O4 80', 'O4 120']);
});

test('a lap infant pays what is asked of every person, never the seat, the airport or a surcharge', () => {
  expect(lines(market('DE', 'US', 6500), { kind: 'inf_lap' })).toBe('DE 11.6, US 23.4, YC 7.39, XY 7, XA 3.84');
  expect(lines(market('GB', 'US', 6500), { kind: 'inf_seat', carrier: airline('B6', true) })).toBe(
    'UB 24, US 23.4, YC 7.39, XY 7, XA 3.84',
  );
  expect(lines(market('XX', 'XX', 500), { kind: 'inf_lap' })).toBe('');
});

test('surcharges are YQ or YR by carrier, of network carriers on long international flights, and none leave Brazil', () => {
  const code = (of: Market, carrier: AtlasAirline) => /Y[QR]/.exec(lines(of, { carrier }))?.[0];
  expect(code(market('DE', 'SG', 10_000), airline('LH'))).toBe('YQ');
  expect(code(market('DE', 'SG', 10_000), airline('AF'))).toBe('YR');
  expect(code(market('DE', 'SG', 10_000), airline('TR', true))).toBeUndefined();
  expect(code(market('DE', 'ES', 1500), airline('LH'))).toBeUndefined();
  expect(code(market('US', 'US', 8000), airline('UA'))).toBeUndefined();
  expect(code(market('BR', 'PT', 8000), airline('TP'))).toBeUndefined();
});

test("an airport's own charge is less at a small airport, and a country without rules has a charge of its own name", () => {
  expect(lines(market('GB', 'ES', 1200, 2))).toBe('GB 15, UB 13.2');
  expect(lines(market('XX', 'ES', 1200))).toBe('XX 42');
});

test('one line for each code over both directions, the sum theirs, shares by direction', () => {
  const carrier = airline('AC');
  const [out, back] = [market('CA', 'CA', 3000), market('CA', 'CA', 3000)].map((of) => ({
    market: of,
    carrier,
    cabin: 'economy' as const,
  }));
  const levies = ticketLevies(out && back ? [out, back] : [], 'adt', 'USD', flatRates);
  expect(levies.lines.map(({ code, amount }) => [code, amount.value])).toEqual([
    ['CA', 1988],
    ['SQ', 7600],
  ]);
  expect(levies.sum).toBe(9588);
  expect(levies.shares.map(({ code, share, sliceIndex }) => [code, share, sliceIndex])).toEqual([
    ['XG', 0.05, 0],
    ['XG', 0.05, 1],
  ]);
});

test('rules have codes as tickets print them, and an amount or a share', () => {
  for (const rule of [...TAX_RULES.values()].flat()) {
    expect(rule.code).toMatch(/^[A-Z0-9]{2}$/);
    expect(rule.country).toMatch(/^[A-Z]{2}$/);
    expect(rule.amount > 0).toBe(rule.share === undefined);
    expect(rule.share ?? 0.1).toBeLessThan(0.25);
  }
  expect(TAX_RULES.size).toBeGreaterThanOrEqual(60);
});
