import { afterAll, beforeAll, expect, test } from 'vitest';
import Stripe from 'stripe';
import { type Receiver, startReceiver } from '../../../../test/support/service/receiver.ts';
import { type StripeStub, startStripeStub } from './start-stripe-stub.ts';

let receiver: Receiver;
let stub: StripeStub;
beforeAll(async () => {
  receiver = await startReceiver();
  stub = await startStripeStub({ webhook: receiver.url, secretKey: 'sk_test_page', webhookSecret: 'whsec_page' });
});
afterAll(async () => {
  await stub.close();
  await receiver.close();
});

/** Opens a page as a program of Stripe's customers does, and answers its address. */
async function openPage(): Promise<string> {
  const body = new URLSearchParams({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][unit_amount]': '12345',
    'line_items[0][price_data][currency]': 'eur',
    'payment_intent_data[capture_method]': 'manual',
    'payment_intent_data[description]': 'Paris <Lisbon>',
    success_url: 'http://127.0.0.1:9/paid',
    cancel_url: 'http://127.0.0.1:9/back?a=1&b=2',
  });
  const headers = { authorization: 'Bearer sk_test_page' };
  const response = await fetch(`${stub.url}/v1/checkout/sessions`, { method: 'POST', body, headers });
  const { url }: { readonly url: string } = JSON.parse(await response.text());
  return url;
}
async function choose(url: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

test('a page shows what is paid and a button for each thing the card can do', async () => {
  const html = await (await fetch(await openPage())).text();
  expect(html).toContain('<h1>Paris &#60;Lisbon&#62;</h1><p>EUR 12345 (in the smallest unit)</p>');
  expect(html).toContain('<button name="outcome" value="authorise">authorise</button>');
  expect(html).toContain('href="http://127.0.0.1:9/back?a=1&#38;b=2"');
});

test('a card that is declined leaves the page open; one that is authorised leads back to the shop', async () => {
  const url = await openPage();
  const declined = await choose(url, { outcome: 'insufficient_funds' });
  expect([declined.status, declined.html]).toEqual([200, expect.stringContaining('Your card has insufficient funds.')]);
  expect(await choose(url, { outcome: 'authorise' })).toMatchObject({
    status: 303,
    location: 'http://127.0.0.1:9/paid',
  });
  expect((await choose(url, { outcome: 'authorise' })).status).toBe(400);
});

test('a bank that asks is answered on the page', async () => {
  const url = await openPage();
  expect((await choose(url, { outcome: 'challenge' })).html).toContain('value="approve"');
  expect((await choose(url, { bank: 'refuse' })).html).toContain('has failed authentication');
  await choose(url, { outcome: 'challenge' });
  expect((await choose(url, { bank: 'approve' })).status).toBe(303);
});

test.each([
  ['an unknown page', '/c/pay/cs_test_stub0', 404],
  ['a path outside the API', '/v2/anything', 404],
])('%s is answered, and the stub goes on', async (_name, path, status) => {
  const headers = { authorization: 'Bearer sk_test_page' };
  expect((await fetch(`${stub.url}${path}`, { headers })).status).toBe(status);
  expect((await choose(await openPage(), { outcome: 'nothing' })).status).toBe(400);
  expect((await fetch(`${stub.url}/v1/refunds`, { headers: { authorization: 'Bearer sk_test_other' } })).status).toBe(
    401,
  );
});

test('an event reaches the webhook signed, and comes again while its receiver fails', async () => {
  const url = await openPage();
  receiver.answerWith({ status: 500 });
  const before = receiver.received.length;
  await choose(url, { outcome: 'decline' });
  await receiver.waitFor(before + 1);
  receiver.answerWith({ status: 200 });
  await receiver.waitFor(before + 2);
  const [first, second] = receiver.received.slice(before);
  expect(second?.body).toBe(first?.body);
  const signature = String(second?.headers['stripe-signature']);
  const event = new Stripe('sk_test_page').webhooks.constructEvent(second?.body ?? '', signature, 'whsec_page');
  expect(event).toMatchObject({ type: 'payment_intent.payment_failed', livemode: false });
});
