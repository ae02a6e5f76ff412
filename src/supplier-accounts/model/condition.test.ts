import { expect, test } from 'vitest';
import { type HealthRecord, judgeRecord, recordReport } from './condition.ts';

const at = (time: string) => new Date(`2027-03-01T${time}Z`);
const record = (status: HealthRecord['status'], reportedAt: string): HealthRecord => ({
  status,
  detail: 'ECONNREFUSED',
  since: at('08:00:00'),
  reportedAt: at(reportedAt),
});

test('a status begins when it changes, and is confirmed once a minute', () => {
  const first = recordReport(undefined, { status: 'ok' }, at('08:00:00'));
  expect(first).toEqual({ status: 'ok', detail: undefined, since: at('08:00:00'), reportedAt: at('08:00:00') });
  expect(recordReport(first, { status: 'ok' }, at('08:00:59'))).toBeUndefined();
  expect(recordReport(first, { status: 'ok' }, at('08:01:00'))).toEqual({ ...first, reportedAt: at('08:01:00') });
  expect(recordReport(first, { status: 'degraded', detail: '500' }, at('08:00:01'))).toEqual({
    status: 'degraded',
    detail: '500',
    since: at('08:00:01'),
    reportedAt: at('08:00:01'),
  });
});

test('a failure says nothing fifteen minutes later; a refused key stays refused', () => {
  const status = (known: HealthRecord | undefined, time: string) => judgeRecord(known, at(time)).status;
  expect(status(undefined, '09:00:00')).toBe('unknown');
  expect(status(record('unreachable', '09:00:00'), '09:15:00')).toBe('unreachable');
  expect(status(record('unreachable', '09:00:00'), '09:15:01')).toBe('unknown');
  expect(status(record('degraded', '09:00:00'), '09:15:01')).toBe('unknown');
  expect(status(record('unauthorised', '09:00:00'), '23:00:00')).toBe('unauthorised');
  expect(status(record('ok', '09:00:00'), '23:00:00')).toBe('ok');
  expect(judgeRecord(record('unreachable', '09:00:00'), at('09:01:00'))).toEqual({
    status: 'unreachable',
    since: at('08:00:00'),
    detail: 'ECONNREFUSED',
  });
});
