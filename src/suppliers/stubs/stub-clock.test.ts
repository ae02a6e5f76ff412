import { expect, test } from 'vitest';
import { createStubClock } from './stub-clock.ts';

const START = new Date('2027-03-01T10:00:00Z');

test('a moved clock runs what became due in the order of its time, and what that adds', async () => {
  const clock = createStubClock({ now: () => START });
  const ran: string[] = [];
  clock.at(new Date('2027-03-01T12:00:00Z'), () => void ran.push('noon'));
  clock.at(new Date('2027-03-01T11:00:00Z'), () => {
    ran.push('eleven');
    clock.at(new Date('2027-03-01T11:30:00Z'), () => void ran.push('half past'));
  });
  clock.at(new Date('2027-03-02T10:00:00Z'), () => void ran.push('tomorrow'));
  await clock.advance(3_600_000 - 1);
  expect(ran).toEqual([]);
  await clock.moveTo(new Date('2027-03-01T12:00:00Z'));
  expect(ran).toEqual(['eleven', 'half past', 'noon']);
  expect(clock.now()).toEqual(new Date('2027-03-01T12:00:00Z'));
  clock.stop();
  await clock.advance(86_400_000);
  expect(ran).toHaveLength(3);
});

test('a clock that runs by itself runs what is due without being moved', async () => {
  const clock = createStubClock({ now: () => new Date() });
  await new Promise<void>((resolve) => clock.at(new Date(Date.now() + 30), () => resolve()));
  clock.stop();
});
