import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type ResultSetTerms, createResultSets, type FreshAnswer } from './result-sets.ts';
import type { CacheScope, SealedCache } from './sealed-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const scope: CacheScope = { organizationId: newId('organization'), accountId: 'installation', supplier: 'duffel' };

interface Question {
  readonly signal: AbortSignal;
  answer(value: string, lifeMs?: number): void;
  fail(message: string): void;
}

/** Result sets over a plain map, a clock that is set by hand, and the questions that reached the supplier. */
function fixture() {
  let nowMs = 0;
  const stored = new Map<string, { value: unknown; expiresAt: number }>();
  const nameOf = ({ organizationId, accountId }: CacheScope, name: string) => `${organizationId} ${accountId} ${name}`;
  const cache: SealedCache = {
    async store(of, name, value, expiresAt) {
      stored.set(nameOf(of, name), { value, expiresAt: expiresAt.getTime() });
    },
    async find(of, name) {
      const found = stored.get(nameOf(of, name));
      return found && found.expiresAt > nowMs ? found.value : undefined;
    },
  };
  const sets = createResultSets({ cache, clock: { now: () => new Date(nowMs) } });
  const questions: Question[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<FreshAnswer<string>>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')));
      questions.push({
        signal,
        answer: (value, lifeMs = 600_000) => resolve({ value, lifeMs }),
        fail: (message) => reject(new Error(message)),
      });
    });
  return {
    questions,
    at(ms: number) {
      nowMs = ms;
    },
    find: (query: unknown, terms: Partial<ResultSetTerms> = {}, of = scope) =>
      sets.findOrAsk(of, query, { maxAgeMs: 60_000, ...terms }, ask),
    findStored: (query: unknown, of = scope) => sets.find<string>(of, query),
    /** Once the questions under way have reached the supplier. */
    reached: (count: number) => vi.waitFor(() => expect(questions).toHaveLength(count)),
  };
}

test('callers who ask the same at the same time are one question; the order of keys makes no other', async () => {
  const { find, questions, reached } = fixture();
  const asked = [
    find({ from: 'LHR', to: ['JFK'] }),
    find({ to: ['JFK'], from: 'LHR' }),
    find({ from: 'LHR', to: ['JFK'] }),
  ];
  await reached(1);
  questions[0]?.answer('offers');
  expect(await Promise.all(asked)).toEqual(['offers', 'offers', 'offers']);
  expect(questions).toHaveLength(1);
});

test('another question, organization, account or purpose is a question of its own', async () => {
  const { find, reached } = fixture();
  void find({ from: 'LHR' });
  void find({ from: 'LGW' });
  void find({ from: 'LHR' }, {}, { ...scope, organizationId: newId('organization') });
  void find({ from: 'LHR' }, {}, { ...scope, accountId: 'sac_1' });
  void find({ from: 'LHR' }, { purpose: 'discovery' });
  await reached(5);
});

test('an answer is used for as long as the caller accepts, its offers live, and 15 minutes', async () => {
  const { find, questions, reached, at } = fixture();
  const first = find('q');
  await reached(1);
  questions[0]?.answer('old', 3_600_000);
  await first;
  at(60_000);
  expect(await find('q')).toBe('old');
  at(60_001);
  expect(await find('q', { maxAgeMs: Number.POSITIVE_INFINITY })).toBe('old');
  const second = find('q');
  await reached(2);
  questions[1]?.answer('new', 3_600_000);
  expect(await second).toBe('new');
  at(60_001 + 899_999);
  expect(await find('q', { maxAgeMs: Number.POSITIVE_INFINITY })).toBe('new');
  at(60_001 + 900_000);
  const third = find('q', { maxAgeMs: Number.POSITIVE_INFINITY });
  await reached(3);
  questions[2]?.answer('brief', 30_000);
  await third;
  at(60_001 + 930_000);
  void find('q', { maxAgeMs: Number.POSITIVE_INFINITY });
  await reached(4);
});

test('a failure is everybody who waited; it is not stored', async () => {
  const { find, questions, reached } = fixture();
  const asked = [find('q'), find('q')];
  await reached(1);
  questions[0]?.fail('away');
  for (const one of asked) await expect(one).rejects.toThrow('away');
  void find('q');
  await reached(2);
});

test('one who leaves ends nothing for the others', async () => {
  const { find, questions, reached } = fixture();
  const leaver = new AbortController();
  const left = find('q', { signal: leaver.signal });
  const stays = find('q', { signal: new AbortController().signal });
  await reached(1);
  leaver.abort();
  await expect(left).rejects.toMatchObject({ name: 'SupplierFailure', kind: 'timeout' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions[0]?.signal.aborted).toBe(false);
  questions[0]?.answer('offers');
  expect(await stays).toBe('offers');
});

test('when all have left the question goes on for ten seconds, and its answer is there for the next page', async () => {
  const { find, questions, reached } = fixture();
  const leave = async (number: number) => {
    const leaver = new AbortController();
    const left = find(number, { signal: leaver.signal });
    await reached(number);
    leaver.abort();
    await expect(left).rejects.toMatchObject({ kind: 'timeout' });
  };
  await leave(1);
  await vi.advanceTimersByTimeAsync(9_999);
  questions[0]?.answer('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(await find(1)).toBe('late');
  await leave(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions[1]?.signal.aborted).toBe(true);
  void find(2);
  await reached(3);
});

test('a caller who comes back within the ten seconds waits for the same question', async () => {
  const { find, questions, reached } = fixture();
  const leaver = new AbortController();
  const left = find('q', { signal: leaver.signal });
  await reached(1);
  leaver.abort();
  await expect(left).rejects.toMatchObject({ kind: 'timeout' });
  await vi.advanceTimersByTimeAsync(9_000);
  const back = find('q');
  await vi.advanceTimersByTimeAsync(9_000);
  questions[0]?.answer('offers');
  expect(await back).toBe('offers');
  expect(questions).toHaveLength(1);
});

test('who asks nobody finds what is stored, however old, and nothing where nothing is', async () => {
  const { findStored, find, questions, reached, at } = fixture();
  expect(await findStored('q')).toBeUndefined();
  const asked = find('q');
  await reached(1);
  questions[0]?.answer('offers', 600_000);
  await asked;
  at(599_999);
  expect(await findStored('q')).toBe('offers');
  expect(await findStored('q', { ...scope, accountId: 'sac_1' })).toBeUndefined();
  at(600_000);
  expect(await findStored('q')).toBeUndefined();
  expect(questions).toHaveLength(1);
});
