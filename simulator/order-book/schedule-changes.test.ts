import { expect, test } from 'vitest';
import { SCHEDULE_SEVERITIES } from '../../src/travel/schedule-change.ts';
import { isFreeToLeave } from './schedule-changes.ts';

test('travelers may go free of charge for every change but a minor one', () => {
  expect(SCHEDULE_SEVERITIES.map(isFreeToLeave)).toEqual([false, true, true, true, true, true]);
});
