import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { switchSaleForAdmin } from '../../../src/supplier-accounts/sale/administer-sale.ts';
import type { Answer } from '../../support/service/service.ts';
import {
  aPayer,
  eventsSince,
  locationOf,
  type Payer,
  payerOf,
  type StripeService,
  startStripeService,
} from '../../support/faults/stripe-journeys.ts';
import { makeCheckout } from '../../support/faults/trip-journeys.ts';

/** Paying on Stripe's page and by token, over HTTP on both sides, whatever arrives, late, twice or never. */
let stripe: StripeService;
let told = 0;
beforeAll(async () => {
  stripe = await startStripeService();
});
beforeEach(() => {
  told = stripe.stub.events.length;
});
afterAll(async () => {
  expect((await reconcile(stripe.service.app)).problems).toEqual([]);
  await stripe.close();
});

const drain = () => stripe.service.drain();
const news = () => eventsSince(stripe.stub, told);
const deliver = (event = news().at(-1)) => {
  if (!event) throw new Error('nothing happened at Stripe');
  return stripe.stub.deliver(stripe.webhookUrl, event);
};
const ledgerOf = async (tripId: string): Promise<readonly string[]> =>
  (await stripe.service.call('GET', `/v1/trip/${tripId}/ledger`)).body.entries.map(
    (entry: { step: string }) => entry.step,
  );
const agentPays = (tripId: string, token: string): Promise<Answer> =>
  stripe.service.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: token });
const capturesOf = (sessionUrl: string) => {
  const intent = stripe.stub.account.getSession(sessionUrl.split('/').at(-1) ?? '').payment_intent;
  return { status: intent?.status, received: intent?.amount_received };
};

/** Sends the payer to Stripe's page. */
async function goToStripe(payer: Payer): Promise<string> {
  const sent = await payer.press();
  expect(sent.status).toBe(303);
  expect(locationOf(sent)).toMatch(/\/c\/pay\/cs_test_stub\d+$/);
  return locationOf(sent);
}
async function expectPaidOnce(payer: Payer, url: string): Promise<void> {
  expect(await payer.readTrip()).toMatchObject({
    status: 'fulfilled',
    fulfillment: { status: 'completed' },
    bookings: [{ status: 'confirmed', total_paid: { amount: payer.amount } }],
  });
  expect(capturesOf(url)).toEqual({ status: 'succeeded', received: payer.amount });
  expect(await ledgerOf(payer.tripId)).toEqual(['quote', 'authorise', 'book', 'capture']);
}

describe('the page', () => {
  test('asks for no card, names the total, and may lead to Stripe and nowhere else', async () => {
    const payer = await aPayer(stripe.service);
    const page = await payer.look();
    expect(page.text).not.toMatch(/card_number|cc-number|card_security_code/);
    expect(page.text).toContain('secure page of our payment provider');
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' https://checkout.stripe.com ${stripe.stub.url};`,
    );
  });

  test('the payer is sent to Stripe, comes back, and the trip is booked: without any callback', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    const session = stripe.stub.pay(url, 'authorise');
    expect(session.success_url).toBe(`${stripe.service.url}${payer.path}?paid=1`);
    const back = await payer.look('?paid=1');
    expect(back.text).toContain('We are booking your trip now.');
    await drain();
    expect((await payer.look()).text).toContain('You are booked');
    await expectPaidOnce(payer, url);
  });

  test.each([
    ['apple_pay', / with Visa ending in 4242 \(Apple Pay\)/],
    ['google_pay', / with Visa ending in 4242 \(Google Pay\)/],
    // Link says of no card: the receipt does not, either.
    ['link', /Paid on [^<]*</],
  ] as const)(
    '%s pays on it as a card does: held, booked, captured; the receipt says what Stripe said',
    async (wallet, line) => {
      const payer = await aPayer(stripe.service);
      const url = await goToStripe(payer);
      const there = await (await fetch(url)).text();
      expect(there).toContain(`name="wallet" value="${wallet}"`);
      const paid = await fetch(url, { method: 'POST', body: new URLSearchParams({ wallet }), redirect: 'manual' });
      expect(paid.headers.get('location')).toBe(`${stripe.service.url}${payer.path}?paid=1`);
      const completed = news().find(({ type }) => type === 'checkout.session.completed');
      expect(await deliver(completed)).toBe(200);
      await drain();
      await expectPaidOnce(payer, url);
      const { booking_ref: ref } = await payer.readTrip();
      const { booking } = (await stripe.service.call('GET', `/v1/bookings/${ref}`)).body;
      const receipt = booking.documents.find(({ type }: { readonly type: string }) => type === 'receipt').url;
      const text = await (await fetch(receipt, { headers: { 'accept-language': 'en' } })).text();
      expect(text).toMatch(line);
      if (wallet === 'link') expect(text).not.toContain('4242');
    },
  );

  test('two tabs, a wallet in one and a card in the other: one page, paid once', async () => {
    const payer = await aPayer(stripe.service);
    // Pressed at the same moment, one of them may be led back to the checkout; pressed again, both lead on.
    await Promise.all([payer.press(), payer.press()]);
    const [wallet, card] = [await goToStripe(payer), await goToStripe(payer)];
    expect(card).toBe(wallet);
    const pays = (form: Readonly<Record<string, string>>) =>
      fetch(wallet, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const answers = await Promise.all([pays({ wallet: 'apple_pay' }), pays({ outcome: 'authorise' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    await payer.look('?paid=1');
    await drain();
    await expectPaidOnce(payer, wallet);
    // A payer who presses again is led nowhere: there is nothing left to pay.
    expect((await payer.press()).headers.get('location') ?? '').not.toContain('/c/pay/');
  });

  test('a card typed to us is refused, and nothing of it goes anywhere', async () => {
    const { tripId } = await aPayer(stripe.service);
    const paid = await stripe.service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' });
    expect(paid.status).toBe(422);
    expect(paid.body.fields[0].path).toBe('card');
    expect((await stripe.service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('quoted');
  });

  test('who comes back without paying is sent to the same page again', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    const back = await payer.look();
    expect(back.status).toBe(200);
    expect(back.text).toContain('secure page of our payment provider');
    expect(await goToStripe(payer)).toBe(url);
    stripe.stub.pay(url, 'authorise');
    await payer.look('?paid=1');
    await drain();
    await expectPaidOnce(payer, url);
  });

  test('a declined card is told here, and another one pays on the same page', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'insufficient_funds');
    expect(await deliver()).toBe(200);
    await drain();
    expect((await payer.look()).text).toContain('The card has insufficient funds.');
    expect((await payer.readTrip()).status).toBe('quoted');
    expect(await goToStripe(payer)).toBe(url);
    stripe.stub.pay(url, 'authorise');
    expect(await deliver()).toBe(200);
    await drain();
    await expectPaidOnce(payer, url);
  });

  describe('the supplier is switched off for sale meanwhile', () => {
    const sell = (isForSale: boolean) =>
      switchSaleForAdmin(stripe.service.app, { supplier: 'sandbox', isForSale, reason: 'Wrong bags' });
    afterEach(async () => void (await sell(true)));

    test('a second card is refused as a first would be; once it is sold again, it pays on the same page', async () => {
      const payer = await aPayer(stripe.service);
      const url = await goToStripe(payer);
      stripe.stub.pay(url, 'insufficient_funds');
      await sell(false);
      for (const refused of [await payer.press(), await payer.press()]) {
        expect([refused.status, locationOf(refused)]).toEqual([409, '']);
        expect(refused.text).toContain('no longer');
      }
      expect((await payer.readTrip()).status).toBe('quoted');
      await sell(true);
      expect(await goToStripe(payer)).toBe(url);
      stripe.stub.pay(url, 'authorise');
      await payer.look('?paid=1');
      await drain();
      await expectPaidOnce(payer, url);
    });

    test.each(['authorise', 'process'] as const)(
      'money that Stripe has for it (%s) is taken, and the trip booked',
      async (outcome) => {
        const payer = await aPayer(stripe.service);
        const url = await goToStripe(payer);
        stripe.stub.pay(url, 'insufficient_funds');
        const { payment_intent: intent } = stripe.stub.pay(url, outcome);
        await sell(false);
        // No callback has come yet: whoever presses again is led back to their checkout, which knows.
        const pressed = await payer.press();
        expect([pressed.status, locationOf(pressed)]).toEqual([303, payer.path]);
        if (outcome === 'process' && intent) stripe.stub.account.finishProcessing(intent, true);
        await stripe.service.advance(60);
        await expectPaidOnce(payer, url);
      },
    );

    test('where Stripe does not answer, the page says that the payment is looked for, and nothing of what was charged', async () => {
      const payer = await aPayer(stripe.service);
      const url = await goToStripe(payer);
      stripe.stub.pay(url, 'authorise');
      await sell(false);
      // Each question and its one repetition.
      stripe.stub.trouble(/^GET /, 'reset_after', 4);
      const pressed = await payer.press();
      expect([pressed.status, locationOf(pressed)]).toEqual([303, `${payer.path}?paid=1`]);
      const looked = await payer.look('?paid=1');
      expect(looked.text).toContain('please do not pay again');
      expect(looked.text).not.toContain('not been charged');
      await stripe.service.advance(60);
      await expectPaidOnce(payer, url);
    });
  });

  test('a page that Stripe has closed is a declined attempt; the next attempt gets a page of its own', async () => {
    const payer = await aPayer(stripe.service);
    const first = await goToStripe(payer);
    stripe.stub.account.expireSession(first.split('/').at(-1) ?? '');
    expect(await deliver()).toBe(200);
    await drain();
    expect((await payer.look()).text).toContain('The payment could not be processed.');
    const second = await goToStripe(payer);
    expect(second).not.toBe(first);
    stripe.stub.pay(second, 'authorise');
    await payer.look('?paid=1');
    await drain();
    await expectPaidOnce(payer, second);
  });

  test('a payment the bank is slow with is shown as such and resolved by the job', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    const { payment_intent: intent } = stripe.stub.pay(url, 'process');
    if (!intent) throw new Error('no PaymentIntent');
    expect((await payer.look('?paid=1')).text).toContain('We are waiting for your bank.');
    stripe.stub.account.finishProcessing(intent, true);
    await stripe.service.advance(60);
    await expectPaidOnce(payer, url);
  });

  test('Stripe does not answer when the button is pressed: nothing is lost, and the next press goes on', async () => {
    const payer = await aPayer(stripe.service);
    stripe.stub.trouble(/^POST \/v1\/checkout\/sessions$/, 'reset_after', 2);
    const sent = await payer.press();
    expect([sent.status, locationOf(sent)]).toEqual([303, payer.path]);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    await payer.look('?paid=1');
    await drain();
    await expectPaidOnce(payer, url);
  });
});

describe('who brings the news', () => {
  test('the callback before the payer is back', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    for (const event of news()) expect(await deliver(event)).toBe(200);
    await drain();
    await expectPaidOnce(payer, url);
    expect((await payer.look('?paid=1')).text).toContain('You are booked');
  });

  test('every callback twice, in the wrong order, and again after the booking', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'decline');
    stripe.stub.pay(url, 'authorise');
    const events = [...news(), ...news()].reverse();
    for (const event of events) expect(await deliver(event)).toBe(200);
    await drain();
    await expectPaidOnce(payer, url);
    for (const event of news()) expect(await deliver(event)).toBe(200);
    await drain();
    await expectPaidOnce(payer, url);
  });

  test('the payer is never back and only the callback comes', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    expect(await deliver(news()[0])).toBe(200);
    await drain();
    await expectPaidOnce(payer, url);
  });

  test('nobody is back and no callback comes: the job asks', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    await stripe.service.advance(60);
    expect((await payer.readTrip()).status).toBe('quoted');
    stripe.stub.pay(url, 'authorise');
    await stripe.service.advance(120);
    await expectPaidOnce(payer, url);
  });

  test('page, callbacks and job all at once: one booking, one capture', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    await Promise.all([
      ...Array.from({ length: 8 }, () => payer.look('?paid=1')),
      ...Array.from({ length: 4 }, () => news().map(deliver)).flat(),
      stripe.service.advance(60),
      drain(),
    ]);
    await drain();
    await expectPaidOnce(payer, url);
    expect(
      stripe.stub.requests.filter(
        ({ path }) =>
          path.endsWith('/capture') &&
          path.includes(stripe.stub.account.getSession(url.split('/').at(-1) ?? '').payment_intent?.id ?? 'none'),
      ),
    ).toHaveLength(1);
  });
});

describe('what a callback cannot do', () => {
  test('a forged one answers 400 and changes nothing; one that is not ours answers 200 and changes nothing', async () => {
    const payer = await aPayer(stripe.service);
    stripe.stub.pay(await goToStripe(payer), 'authorise');
    const [event] = news();
    if (!event) throw new Error('nothing happened');
    expect(await stripe.stub.deliver(stripe.webhookUrl, event, { secret: 'whsec_somebody' })).toBe(400);
    expect(await stripe.stub.deliver(stripe.webhookUrl, event, { signedAt: new Date(Date.now() - 302_000) })).toBe(400);
    const others = ['"payment_id":"pay_nobody"', '"payment_id":"no id"'].map((id) => ({
      ...event,
      body: event.body.replace(/"payment_id":"[^"]+"/, id),
    }));
    const stranger = {
      ...event,
      body: event.body.replace(/"organization_id":"[^"]+"/, '"organization_id":"org_nobody"'),
    };
    for (const other of [...others, stranger, { ...event, body: event.body.replace(event.type, 'customer.created') }])
      expect(await deliver(other)).toBe(200);
    expect(await drain()).toBe(0);
    expect((await payer.readTrip()).status).toBe('quoted');
    expect(await deliver(event)).toBe(200);
    await drain();
    expect((await payer.readTrip()).status).toBe('fulfilled');
  });

  test('a signed event that claims another outcome than Stripe tells is not believed', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'decline');
    const [event] = news();
    if (!event) throw new Error('nothing happened');
    const lie = {
      type: 'payment_intent.amount_capturable_updated',
      body: event.body
        .replace(event.type, 'payment_intent.amount_capturable_updated')
        .replace('"requires_payment_method"', '"requires_capture"'),
    };
    expect(await deliver(lie)).toBe(200);
    await drain();
    expect((await payer.readTrip()).status).toBe('quoted');
    expect((await payer.look()).text).toContain('Your bank declined the card.');
  });

  test("it is no operation of the API: no key, no credit, no tool, POST only, at Stripe's path only", async () => {
    const { call } = stripe.service;
    expect((await call('GET', '/v1/payments/stripe/webhook')).status).toBe(405);
    expect((await call('POST', '/v1/payments/sandbox/webhook', '{}')).status).toBe(404);
    expect((await call('POST', '/v1/payments/stripe/webhook', 'x'.repeat(300_000))).status).toBe(413);
    expect((await call('GET', '/v1/openapi.json')).text).not.toContain('/v1/payments/');
    expect((await call('GET', '/v1/nowhere')).headers.get('content-type')).toContain('application/json');
  });
});

describe('holds nobody has a use for', () => {
  test('the trip changes while the payer is at Stripe: the page is closed behind them', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    await stripe.service.advance(16 * 60);
    expect((await stripe.service.call('POST', '/v1/cancel_trip', { trip_id: payer.tripId })).status).toBe(200);
    await drain();
    const trip = await payer.readTrip();
    expect(trip.status).toBe('cancelled');
    expect(stripe.stub.account.getSession(url.split('/').at(-1) ?? '').status).toBe('expired');
    expect(() => stripe.stub.pay(url, 'authorise')).toThrow('This page has been closed.');
  });

  test('the payer pays and only then the trip is cancelled, before we know: the hold is entered and given back', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    await stripe.service.call('POST', '/v1/sandbox/clock', { advance_seconds: 16 * 60 });
    stripe.stub.pay(url, 'authorise');
    expect((await stripe.service.call('POST', '/v1/cancel_trip', { trip_id: payer.tripId })).status).toBe(200);
    await drain();
    expect(capturesOf(url)).toEqual({ status: 'canceled', received: 0 });
    expect(await ledgerOf(payer.tripId)).toEqual(['quote', 'authorise', 'release']);
    for (const event of news()) expect(await deliver(event)).toBe(200);
    await drain();
    expect(await ledgerOf(payer.tripId)).toEqual(['quote', 'authorise', 'release']);
    expect((await payer.readTrip()).status).toBe('cancelled');
  });

  test('a booking that is refused gives the whole hold back', async () => {
    const payer = await aPayer(stripe.service, 'QAI');
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    await payer.look('?paid=1');
    await drain();
    expect((await payer.readTrip()).status).toBe('failed');
    expect(capturesOf(url)).toEqual({ status: 'canceled', received: 0 });
  });

  test('a capture that Stripe answers with an error after making it is made once', async () => {
    const payer = await aPayer(stripe.service);
    const url = await goToStripe(payer);
    stripe.stub.pay(url, 'authorise');
    stripe.stub.trouble(/capture$/, 'error_after');
    await payer.look('?paid=1');
    await drain();
    await stripe.service.advance(120);
    await expectPaidOnce(payer, url);
  });
});

describe('agents', () => {
  test('a token pays, and paying again tells the same', async () => {
    const { tripId, checkout } = await makeCheckout(stripe.service, { origin: 'QAA', destination: 'QAC' });
    const paid = await agentPays(tripId, 'spt_test_ok');
    expect(paid.body).toMatchObject({
      status: 'authorised',
      payment_verified: true,
      booking_ref: expect.stringMatching(/^BLY-/),
    });
    await drain();
    expect((await agentPays(tripId, 'spt_test_ok')).body).toMatchObject({
      status: 'authorised',
      booking_ref: paid.body.booking_ref,
    });
    const intent = [...stripe.stub.account.intents.values()].at(-1);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: checkout.total_amount.amount });
  });

  test.each([
    ['spt_test_step_up', 'requires_action'],
    ['spt_test_declined', 'declined'],
  ])('%s: a person goes on at the page and pays', async (token, status) => {
    const { tripId, checkout } = await makeCheckout(stripe.service, { origin: 'QAA', destination: 'QAC' });
    expect((await agentPays(tripId, token)).body).toMatchObject({
      status,
      payment_verified: false,
      checkout_url: checkout.checkout_url,
    });
    const payer = payerOf(stripe.service, checkout);
    const url = await goToStripe(payer);
    expect([...stripe.stub.account.intents.values()].filter((intent) => intent.status === 'requires_action')).toEqual(
      [],
    );
    stripe.stub.pay(url, 'authorise');
    await payer.look('?paid=1');
    await drain();
    await expectPaidOnce(payer, url);
  });

  test('a hold that turns up after the agent was told "declined" is entered and given back', async () => {
    const { tripId } = await makeCheckout(stripe.service, { origin: 'QAA', destination: 'QAC' });
    stripe.stub.trouble(/confirm$/, 'reset_before', 2);
    expect((await agentPays(tripId, 'spt_test_ok')).body.status).toBe('processing');
    const intent = [...stripe.stub.account.intents.values()].at(-1);
    if (!intent) throw new Error('no PaymentIntent');
    await stripe.service.advance(60);
    expect((await stripe.service.call('GET', `/v1/trip/${tripId}`)).body).toMatchObject({ status: 'quoted' });
    stripe.stub.account.attempt(intent, 'authorise');
    expect(await deliver()).toBe(200);
    await drain();
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await ledgerOf(tripId)).toEqual(['quote', 'authorise', 'release']);
  });

  test('a token whose answer is lost is learnt by the job, and never taken twice', async () => {
    const { tripId } = await makeCheckout(stripe.service, { origin: 'QAA', destination: 'QAC' });
    stripe.stub.trouble(/confirm$/, 'error_after');
    expect((await agentPays(tripId, 'spt_test_ok')).body).toMatchObject({
      status: 'processing',
      payment_verified: false,
    });
    expect((await agentPays(tripId, 'spt_test_ok')).body).toMatchObject({ status: 'processing' });
    await stripe.service.advance(60);
    expect((await stripe.service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
  });
});

test('neither keys, tokens nor card numbers are logged or stored', async () => {
  const payer = await aPayer(stripe.service);
  await payer.press({ card_number: '4242424242424242', card_security_code: '987' });
  await stripe.service.call('POST', '/v1/sandbox/pay', { trip_id: payer.tripId, card: '4000000000000002' });
  await drain();
  const lines = [...stripe.logged];
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(stripe.service.app.db.q);
  expect(tables.rows.length).toBeGreaterThan(10);
  for (const { name } of tables.rows)
    lines.push(
      JSON.stringify(
        (await sql`select t::text as line from ${sql.table(name)} t`.execute(stripe.service.app.db.q)).rows,
      ),
    );
  expect(lines.join('\n')).toContain('cs_test_stub');
  for (const secret of [
    stripe.stub.secretKey,
    stripe.stub.webhookSecret,
    'spt_test_ok',
    '4242424242424242',
    '4000000000000002',
  ])
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});
