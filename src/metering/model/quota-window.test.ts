import { expect, test } from 'vitest';
import { addCall, countCalls, minuteOf, openWindow, quotaWindowMs, resetsAt, setMinute } from './quota-window.ts';

const start = Date.parse('2026-03-01T08:00:30Z');

test('a call counts for 30 days from the start of its minute, and not a moment longer', () => {
  const window = openWindow([], start);
  addCall(window, start);
  addCall(window, start + 60_000);
  expect(resetsAt(window, start)).toEqual(new Date('2026-03-31T08:00:00Z'));
  expect(countCalls(window, Date.parse('2026-03-31T07:59:59.999Z'))).toBe(2);
  expect(countCalls(window, Date.parse('2026-03-31T08:00:00Z'))).toBe(1);
  expect(countCalls(window, start + 60_000 + quotaWindowMs)).toBe(0);
});

test('calls of one minute share an entry', () => {
  const window = openWindow([], start);
  for (let call = 0; call < 5; call += 1) addCall(window, start + call);
  expect(window.minutes).toEqual([{ startMs: minuteOf(start), calls: 5 }]);
});

test('what was stored is taken over, without what has left the window or lies in a future the clock was set back from', () => {
  const window = openWindow(
    [
      { startMs: start, calls: 3 },
      { startMs: start - quotaWindowMs, calls: 7 },
      { startMs: start + 60_000, calls: 9 },
      { startMs: start - 60_000, calls: 2 },
    ],
    start,
  );
  expect([window.total, window.minutes[0]?.startMs]).toEqual([5, start - 60_000]);
});

test('what other processes counted in a minute replaces what was known of it', () => {
  const window = openWindow([{ startMs: minuteOf(start), calls: 3 }], start);
  setMinute(window, minuteOf(start), 10);
  setMinute(window, minuteOf(start) - 60_000, 1);
  expect(countCalls(window, start)).toBe(11);
});

test('an empty window has room now', () => {
  expect(resetsAt(openWindow([], start), start)).toEqual(new Date(start + quotaWindowMs));
});
