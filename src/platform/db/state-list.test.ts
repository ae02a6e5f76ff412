import { expect, test } from 'vitest';
import { stateList } from './state-list.ts';

test('states become the text of an SQL list; anything but plain names is refused', () => {
  expect(stateList(['queued', 'running'])).toBe("('queued', 'running')");
  expect(() => stateList(["x') or ('1' = '1"])).toThrow(RangeError);
  expect(() => stateList([])).toThrow(RangeError);
});
