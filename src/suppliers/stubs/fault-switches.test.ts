import { expect, test } from 'vitest';
import { createFaultSwitches } from './fault-switches.ts';

const any = (fault: string): fault is string => fault.length > 0;

test('a switch strikes as often as it was set to, in its own operation only, after what it skips', () => {
  const switches = createFaultSwitches<string>();
  switches.add({ operation: 'order', fault: 'reset', times: 2, skip: 1 });
  const forever = switches.add({ operation: '*', fault: 'slow' });
  expect(switches.take('search', any)).toBe('slow');
  expect([1, 2, 3, 4].map(() => switches.take('order', any))).toEqual(['slow', 'reset', 'reset', 'slow']);
  expect(switches.list()).toMatchObject([{ id: forever.id, remaining: null, struck: 3 }]);
  expect(switches.remove(forever.id)).toBe(true);
  expect(switches.take('order', any)).toBeUndefined();
});

test('a fault that the caller cannot carry out stays for one that can', () => {
  const switches = createFaultSwitches<'reset' | 'forge'>();
  switches.add({ operation: 'webhooks', fault: 'forge', times: 1 });
  expect(switches.take('webhooks', (fault): fault is 'reset' => fault === 'reset')).toBeUndefined();
  expect(switches.take('webhooks', (fault): fault is 'forge' => fault === 'forge')).toBe('forge');
  expect(switches.list()).toEqual([]);
});
