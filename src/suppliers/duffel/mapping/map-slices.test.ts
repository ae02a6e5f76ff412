import { expect, test } from 'vitest';
import { offerSamples } from '../../../../test/support/suppliers/golden/duffel/search-samples.ts';
import { createLocalTimes } from './local-times.ts';
import { mapOffer } from './map-offer.ts';
import type { KnownSlices } from './map-slices.ts';
import { toObject, toObjects } from './read-json.ts';
import { type KnownFlights, readOffer, UnreadableOffer } from './wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const tools = { airports: new Map([['MUC', { cityCode: 'MUC', zone: 'Europe/Berlin' }]]), times: createLocalTimes() };

/** The first segment of the golden sample, flown by another airline than the one that sells it. */
function aSegment(): JsonObject {
  const [slice] = toObjects(toObject(copy(offerSamples[0]))?.['slices']) ?? [];
  const operating = { id: 'arl_other', iata_code: 'BA', name: 'British Airways' };
  return { ...toObjects(slice?.['segments'])?.[0], operating_carrier: operating };
}
function anOffer(segment: JsonObject): JsonObject {
  const sample = toObject(copy(offerSamples[0])) ?? {};
  return { ...sample, slices: [{ ...toObjects(sample['slices'])?.[0], segments: [segment] }] };
}
function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The mapped offer, or the part of it that cannot be read. */
function mapOrPart(offer: JsonObject, flights?: KnownFlights, slices?: KnownSlices): unknown {
  try {
    return mapOffer(readOffer(offer, flights), tools, slices);
  } catch (error) {
    if (error instanceof UnreadableOffer) return error.part;
    throw error;
  }
}

/** The object with each of its members, at any depth, replaced by each of the values. */
function* replaced(object: JsonObject, values: readonly unknown[]): Generator<JsonObject> {
  for (const [name, member] of Object.entries(object)) {
    for (const value of values) yield { ...object, [name]: value };
    const inner = toObject(member);
    if (inner !== undefined) for (const other of replaced(inner, values)) yield { ...object, [name]: other };
  }
}

test('an offer whose flight differs in any member from one read before is mapped as it is alone', () => {
  const segment = aSegment();
  const others = [...replaced(segment, [null, undefined, 'BER', '2027-03-01T11:11:00', 'Europe/Athens', '7', {}])];
  expect(others.length).toBeGreaterThan(200);
  const different = others.filter((other) => {
    const [flights, slices]: [KnownFlights, KnownSlices] = [new Map(), new Map()];
    const first = mapOrPart(anOffer(segment), flights, slices);
    const alone = mapOrPart(anOffer(other));
    expect(mapOrPart(anOffer(other), flights, slices)).toEqual(alone);
    return JSON.stringify(alone) !== JSON.stringify(first);
  });
  // As many of the replaced members are read; the rest changes nothing.
  expect(different.length).toBeGreaterThan(80);
});

test('offers of the same flights share one object for them; another position is another slice', () => {
  const [flights, slices]: [KnownFlights, KnownSlices] = [new Map(), new Map()];
  const map = (offer: JsonObject) => mapOffer(readOffer(offer, flights), tools, slices);
  const [one, two] = [map(anOffer(aSegment())), map({ ...anOffer(aSegment()), id: 'off_other' })];
  expect(two.slices[0]).toBe(one.slices[0]);
  expect(two.fare.fareKey).toBe('off_other');
  const sample = anOffer(aSegment());
  const back = toObjects(sample['slices'])?.[0];
  const twice = map({ ...sample, slices: [back, back] });
  expect(twice.slices.map(({ segments }) => segments[0]?.segmentId)).toEqual(['s1-1', 's2-1']);
});
