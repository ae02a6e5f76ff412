import { expect, test } from 'vitest';
import { createStreams, type Streams } from './streams.ts';

/**
 * Opens streams of an organization, 16 on each of its keys; answers how many were admitted and the numbers of those
 * ended since.
 */
function openMany(streams: Streams, organizationId: string, count: number) {
  const ended: number[] = [];
  const leaves = Array.from({ length: count }, (_, index) =>
    streams.enter({ credentialId: `${organizationId}-${Math.floor(index / 16)}`, organizationId }, () =>
      ended.push(index),
    ),
  );
  return { admitted: leaves.filter((leave) => leave !== undefined).length, ended, leaves };
}

test('a credential has at most 16 streams and an organization 32, whatever the number of its keys', () => {
  const streams = createStreams();
  expect(
    Array.from({ length: 17 }, () =>
      streams.enter({ credentialId: 'one', organizationId: 'a' }, () => undefined),
    ).filter((leave) => leave).length,
  ).toBe(16);
  expect(openMany(createStreams(), 'b', 40 * 16).admitted).toBe(32);
});

test('in a full process a neighbour is always admitted: the oldest stream of the organization with most is ended', () => {
  const streams = createStreams();
  const greedy = Array.from({ length: 16 }, (_, index) => openMany(streams, `greedy-${index}`, 32));
  expect(greedy.map(({ admitted }) => admitted)).toEqual(Array.from({ length: 16 }, () => 32));
  const neighbour = openMany(streams, 'neighbour', 17);
  expect(neighbour.admitted).toBe(17);
  expect(neighbour.ended).toEqual([]);
  // One of each, then a second of the first: always of anyone who has most at that moment, the oldest first.
  expect(greedy.map(({ ended }) => ended)).toEqual([[0, 1], ...Array.from({ length: 15 }, () => [0])]);
});

test('a place is released once: by its own end or by making place for another', () => {
  const streams = createStreams();
  const { leaves } = openMany(streams, 'a', 32);
  leaves[0]?.();
  leaves[0]?.();
  expect(openMany(streams, 'a', 2).admitted).toBe(1);
});
