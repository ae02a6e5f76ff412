import { expect, test } from 'vitest';
import { listFiles } from '../../scripts/tidy/files.ts';
import { findStatusLists, readLifecycles } from '../../scripts/tidy/status-lists.ts';

test('tidy reads every lifecycle of the tree', async () => {
  const lifecycles = await readLifecycles(listFiles());
  expect(lifecycles.map(({ name }) => name).sort()).toEqual([
    'bookingItemLifecycle',
    'bookingLifecycle',
    'cancellationLifecycle',
    'changeLifecycle',
    'contentLifecycle',
    'deliveryLifecycle',
    'endpointLifecycle',
    'executionLifecycle',
    'fulfilmentLifecycle',
    'jobLifecycle',
    'mailLifecycle',
    'mandateLifecycle',
    'orderLifecycle',
    'paymentLifecycle',
    'proposalLifecycle',
    'refundLifecycle',
    'sandboxPaymentLifecycle',
    'scheduleLifecycle',
    'supplierBookingLifecycle',
    'supplierCancellationLifecycle',
    'tripLifecycle',
  ]);
});

test('tidy refuses a list of states outside a model, in SQL and in code, and nothing else', () => {
  const lifecycles = [{ name: 'doorLifecycle', tree: 'src', states: ['open', 'closed', 'locked'] }];
  const lines = [
    "const SHUT = ['closed', 'locked'];",
    "sql`select from door where status not in ('closed',",
    "  'locked')`;",
    "const ONE = ['closed'];",
    "// const ANY = ['open', 'closed'];",
    "const OTHER = ['closed', 'ajar'];",
    "sql`update door set status = 'closed' where status = 'open'`;",
  ];
  const text = lines.join('\n');
  expect(findStatusLists([{ path: 'src/doors/store.ts', text }], lifecycles)).toEqual([
    'src/doors/store.ts:1: states of doorLifecycle listed outside its table: closed, locked',
    'src/doors/store.ts:2: states of doorLifecycle listed outside its table: closed, locked',
  ]);
  expect(findStatusLists([{ path: 'src/doors/model/door.ts', text }], lifecycles)).toEqual([]);
  expect(findStatusLists([{ path: 'src/doors/contract.ts', text }], lifecycles)).toEqual([]);
  expect(findStatusLists([{ path: 'simulator/doors/store.ts', text }], lifecycles)).toEqual([]);
  expect(findStatusLists([{ path: 'test/doors.test.ts', text }], lifecycles)).toEqual([]);
  expect(findStatusLists([], [])).toHaveLength(1);
});
