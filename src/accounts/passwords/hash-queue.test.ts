import { expect, test } from 'vitest';
import { createHashQueue, type HashLane } from './hash-queue.ts';

/** A queue whose work ends when the test says so; `order` holds what began, `refused` what was turned down. */
function aQueue() {
  const queue = createHashQueue();
  const order: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const settle = async () => {
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  return {
    order,
    refused,
    async ask(lane: HashLane, share: string, count = 1) {
      for (let index = 0; index < count; index += 1) {
        void queue
          .run({ lane, share }, () => {
            order.push(share);
            return new Promise<void>((resolve) => ends.push(resolve));
          })
          .catch(() => refused.push(share));
      }
      await settle();
    },
    async finish(count: number) {
      for (let index = 0; index < count; index += 1) {
        ends.shift()?.();
        await settle();
      }
    },
  };
}

test('ninety sign-ins of one network fill the queue, and one from elsewhere takes the place of their last and is next', async () => {
  const queue = aQueue();
  await queue.ask('sign_in', 'flood', 90);
  expect([queue.order.length, queue.refused.length]).toEqual([2, 48]);
  await queue.ask('sign_in', 'honest');
  expect(queue.refused).toEqual(Array.from({ length: 49 }, () => 'flood'));
  await queue.finish(2);
  expect(queue.order).toEqual(['flood', 'flood', 'flood', 'honest']);
});

test('networks with one waiter each keep their places; known browsers and sign-ups wait in lanes of their own', async () => {
  const queue = aQueue();
  for (let network = 0; network < 43; network += 1) await queue.ask('sign_in', `network ${network}`);
  expect(queue.refused).toEqual(['network 42']);
  await queue.ask('sign_up', 'strangers', 12);
  await queue.ask('known', 'owner');
  expect(queue.refused).toEqual(['network 42', 'strangers', 'strangers']);
  await queue.finish(3);
  expect(queue.order.slice(2)).toEqual(['owner', 'network 2', 'strangers']);
});

test('work that fails lets the next begin', async () => {
  const queue = createHashQueue();
  const failing = Array.from({ length: 3 }, () =>
    queue.run({ lane: 'known', share: 'a' }, () => Promise.reject(new Error('broken'))),
  );
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await queue.run({ lane: 'known', share: 'a' }, () => Promise.resolve('done'))).toBe('done');
});
