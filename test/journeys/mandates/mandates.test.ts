import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const wanted = (part: object = {}) => ({
  name: 'Conference trips',
  currency: 'EUR',
  budget: 2_000,
  valid_until: `${daysAhead(30)}T00:00:00Z`,
  ...part,
});
const request = (part: object = {}, headers = {}) => service.call('POST', '/v1/mandate_request', wanted(part), headers);

describe('a mandate', () => {
  test('is proposed by its agent, granted by a person and ended at once', async () => {
    const rules = [
      { type: 'cabin_max', cabin: 'economy' },
      { type: 'stops_max', max: 1 },
    ];
    const asked = await request({ per_trip: 600, ask_above: 300.5, max_price_increase: { percent: 5 }, rules });
    expect(asked.status).toBe(201);
    const { mandate_id } = asked.body;
    expect(asked.body).toMatchObject({
      status: 'proposed',
      name: 'Conference trips',
      agent: { kind: 'api_key' },
      terms: {
        budget: { amount: 200_000, currency: 'EUR', decimal_places: 2 },
        per_trip: { amount: 60_000 },
        ask_above: { amount: 30_050 },
        max_price_increase: { percent: 5 },
        on_partial: 'all_or_nothing',
        rules,
      },
      remaining: { amount: 200_000 },
      trips_used: 0,
    });
    const granted = await service.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' });
    expect(granted.body).toMatchObject({ status: 'active', decided_at: expect.any(String) });
    const twice = await service.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'decline' });
    expect(twice).toMatchObject({ status: 409, body: { status: 'active', error: { code: 'CONFLICT' } } });
    expect((await service.call('GET', `/v1/mandates/${mandate_id}`)).body).toMatchObject(granted.body);
    const revoked = await service.call('POST', '/v1/mandate_revoke', { mandate_id, reason: 'Done.' });
    expect(revoked.body).toMatchObject({ status: 'revoked', ended_at: expect.any(String) });
    expect((await service.call('POST', '/v1/mandate_revoke', { mandate_id })).body).toEqual(revoked.body);
  });

  test('nobody grants in time expires, and so does one whose time is over', async () => {
    const { mandate_id } = (await request({ valid_until: `${daysAhead(2)}T00:00:00Z` })).body;
    await service.advance(3 * 86_400);
    expect((await service.call('GET', `/v1/mandates/${mandate_id}`)).body.status).toBe('expired');
    const late = await service.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' });
    expect(late).toMatchObject({ status: 409, body: { status: 'expired' } });
  });

  test('asked for twice under one Idempotency-Key is one', async () => {
    const headers = { 'idempotency-key': 'mandate-1' };
    const [first, second] = [
      await request({ valid_until: `${daysAhead(90)}T00:00:00Z` }, headers),
      await request({ valid_until: `${daysAhead(90)}T00:00:00Z` }, headers),
    ];
    expect(second.body.mandate_id).toBe(first.body.mandate_id);
  });

  test('is listed newest first, page by page', async () => {
    const until = { valid_until: `${daysAhead(90)}T00:00:00Z` };
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await request(until)).body.mandate_id);
    const first = (await service.call('GET', '/v1/mandates?limit=2')).body;
    expect(first.mandates.map((mandate: { mandate_id: string }) => mandate.mandate_id)).toEqual(ids.slice(0, 2));
    const second = (await service.call('GET', `/v1/mandates?limit=1&page_token=${first.next_page_token}`)).body;
    expect(second.mandates[0].mandate_id).toBe(ids[2]);
  });

  test('that makes no sense is refused, with the field', async () => {
    const fields = async (part: object) => {
      const { status, body } = await request({ valid_until: `${daysAhead(90)}T00:00:00Z`, ...part });
      expect(status).toBe(422);
      return (body.fields ?? []).map(({ path }: { path: string }) => path);
    };
    expect(await fields({ rules: [{ type: 'dates' }] })).toEqual(['rules[0]']);
    expect(
      await fields({
        rules: [
          { type: 'stops_max', max: 1 },
          { type: 'stars', max: 4 },
        ],
      }),
    ).toEqual(['rules[1].min', 'rules[1]']);
    expect(await fields({ rules: [{ type: 'vibes' }] })).toEqual(['rules[0].type']);
    expect(await fields({ currency: 'JPY', budget: 0.4 })).toEqual(['budget']);
    expect(await fields({ valid_until: '2020-01-01T00:00:00Z' })).toEqual(['valid_until']);
    expect(await fields({ valid_until: `${daysAhead(900)}T00:00:00Z` })).toEqual(['valid_until']);
    expect((await request({ currency: 'QQQ' })).body.error.code).toBe('CURRENCY_UNSUPPORTED');
    expect(await request({ api_key_id: 'key_unknown' })).toMatchObject({ status: 404 });
  });
});
