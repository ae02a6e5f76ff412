import { afterEach, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

const RECOVER_TIMEOUT_MS = 60_000;
const LEGAL = { name: 'Nordwind Reisen GmbH', address: { lines: ['Hafenstraße 1'], city: 'Hamburg' }, country: 'DE' };
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startIn(fixture: CrashFixture): Promise<Server> {
  const server = await fixture.start();
  opened.push(() => server.kill());
  return server;
}

async function hasIssued(fixture: CrashFixture): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${fixture.env['BLY_PORT']}/metrics`);
  return (await answer.text()).includes('bly_job_runs_total{job="invoices.issue",end="done"} 1');
}

test.each([
  'change.after_refund_call',
  'change.before_end_commit',
  'change.after_end',
  'invoice.before_commit',
  'invoice.after_commit',
] as const satisfies readonly FaultPoint[])(
  'killed at %s between a refund and its credit note, the note is issued once',
  async (point) => {
    const fixture = await makeCrashFixture();
    const first = await startIn(fixture);
    await first.call('PUT', '/v1/organization', { name: 'Nordwind Reisen', legal: LEGAL });
    const { body: sold } = await first.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' });
    const path = `/v1/bookings/${sold.booking_ref}/invoices`;
    expect((await first.call('GET', path)).body.invoices).toHaveLength(1);
    const pair = { booking_ref: sold.booking_ref, last_name: sold.last_name };
    const { body: preview } = await first.call('POST', '/v1/hotel_cancel', { ...pair, action: 'preview' });
    expect(preview.refund_amount.value).toBeGreaterThan(0);
    fixture.arm(point);
    await first
      .call('POST', '/v1/hotel_cancel', { ...pair, action: 'commit', quote_id: preview.quote_id })
      .catch(() => undefined);
    expect(await first.ended).toBe('SIGKILL');
    fixture.arm(undefined);
    await fixture.endJobLeases();
    const second = await startIn(fixture);
    await until(() => hasIssued(fixture), RECOVER_TIMEOUT_MS);
    const { invoices } = (await second.call('GET', path)).body;
    expect(
      invoices.map(({ type, number, total }: Readonly<Record<string, { value: number }>>) => [
        type,
        number,
        total?.value,
      ]),
    ).toEqual([
      ['invoice', 1, preview.total_paid.value],
      ['credit_note', 1, preview.refund_amount.value],
    ]);
  },
  180_000,
);
