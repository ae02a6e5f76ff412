import { expect, test } from 'vitest';
import { moveOfferKey, samplePublishedFares } from './published-fares.ts';

test('every date of a key moves, over months and years, and nothing else', () => {
  expect(moveOfferKey('1~0~200000~AF1234CDGHND261228_NH12HNDCTS261229~AF113HNDCDG270115', 7)).toBe(
    '1~0~200000~AF1234CDGHND270104_NH12HNDCTS270105~AF113HNDCDG270122',
  );
  expect(moveOfferKey('1~0~100000~BA123LHRJFK270303', -7)).toBe('1~0~100000~BA123LHRJFK270224');
});

test('six weeks around, each bought as long ahead', () => {
  const context: string[] = [];
  const sample = samplePublishedFares(['1~0~100000~BA1LHRJFK270322'], new Date('2027-03-01T00:00:00Z'), (key, now) => {
    context.push(`${key.slice(-6)} on ${now.toISOString().slice(0, 10)}`);
    return { value: 700, currency: 'USD' };
  });
  expect(context).toEqual([
    '270301 on 2027-02-08',
    '270308 on 2027-02-15',
    '270315 on 2027-02-22',
    '270329 on 2027-03-08',
    '270405 on 2027-03-15',
    '270412 on 2027-03-22',
  ]);
  expect(sample).toEqual(new Array(6).fill({ value: 700, currency: 'USD' }));
});

test('flights that do not run in a week are left out', () => {
  expect(
    samplePublishedFares(['1~0~100000~BA1LHRJFK270322'], new Date('2027-03-01T00:00:00Z'), () => undefined),
  ).toEqual([]);
});
