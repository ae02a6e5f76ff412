import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  hashOfCheckout,
  hashOfStep,
  hide,
  joinSteps,
  type MintKey,
  mintKey,
  mintStep,
} from '../../../test/support/ap2/mint.ts';
import examples from '../../../test/support/vectors/ap2-examples.json' with { type: 'json' };
import { judgeCheckout } from './judge-checkout.ts';
import { MandateRefused } from './problem.ts';
import { hashText, readChain } from './read-chain.ts';
import { verifyChain, verifyHop } from './verify-chain.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const SECONDS = NOW.getTime() / 1_000;
const AUDIENCE = 'https://bly.example';
let issuer: MintKey;
let agent: MintKey;
let other: MintKey;
let seller: MintKey;
beforeAll(async () => {
  [issuer, agent, other, seller] = (await Promise.all(['issuer', 'agent', 'other', 'seller'].map(mintKey))) as [
    MintKey,
    MintKey,
    MintKey,
    MintKey,
  ];
});

const BODY = {
  id: 'trip_1',
  currency: 'EUR',
  totals: [{ type: 'total', amount: 12_000 }],
  line_items: [{ id: 'item_1', item: { id: 'offer-a', title: 'PAR–LON', price: 12_000 }, quantity: 1 }],
};
const hashOfSigned = (step: string) => hashText((step.split('~')[0] ?? '').replace(/\.[^.]*$/, ''));
type Claims = Readonly<Record<string, unknown>>;
interface Changes {
  readonly root?: Claims;
  readonly rootKey?: MintKey;
  readonly rootTyp?: string;
  readonly open?: Claims;
  readonly openDisclosures?: readonly string[];
  readonly hop?: Claims;
  readonly hopKey?: MintKey;
  readonly hopTyp?: string;
  readonly closed?: Claims;
  readonly body?: unknown;
  readonly sellerKey?: MintKey;
}

/** A chain as a platform presents it, with whatever a test changes. */
async function present(changes: Changes = {}): Promise<string> {
  const root = await mintStep({
    key: changes.rootKey ?? issuer,
    typ: changes.rootTyp ?? 'example+sd-jwt',
    claims: { iat: SECONDS - 300, ...changes.root },
    mandates: [
      {
        vct: 'mandate.checkout.open.1',
        constraints: [],
        cnf: { jwk: agent.publicJwk },
        iat: SECONDS - 300,
        exp: SECONDS + 3_600,
        ...changes.open,
      },
    ],
    disclosures: changes.openDisclosures ?? [],
  });
  const checkoutJwt = await (changes.sellerKey ?? seller).sign((changes.body ?? BODY) as Claims, 'JWT');
  const hop = await mintStep({
    key: changes.hopKey ?? agent,
    typ: changes.hopTyp ?? 'kb+sd-jwt',
    claims: { iat: SECONDS - 5, aud: AUDIENCE, nonce: 'nonce-123', sd_hash: hashOfStep(root), ...changes.hop },
    mandates: [
      {
        vct: 'mandate.checkout.1',
        checkout_jwt: checkoutJwt,
        checkout_hash: hashOfCheckout(checkoutJwt),
        ...changes.closed,
      },
    ],
  });
  return joinSteps(root, hop);
}

async function judge(chain: string, body: Claims = BODY): Promise<unknown> {
  const issuers = [{ name: 'Provider', jwk: { ...issuer.publicJwk } }];
  try {
    const verified = await verifyChain(chain, { audience: AUDIENCE, issuers, now: NOW });
    await judgeCheckout(verified, { merchantId: 'org_1', ownKeys: [{ ...seller.publicJwk }], body });
    return verified;
  } catch (error) {
    if (error instanceof MandateRefused) return `${error.problem.error} ${error.problem.reason}`;
    throw error;
  }
}

describe('a mandate that allows the purchase', () => {
  test('is accepted, and named by its hash', async () => {
    const chain = await present();
    const [root, hop] = chain.split('~~') as [string, string];
    expect(await judge(chain)).toMatchObject({
      issuer: 'Provider',
      nonce: 'nonce-123',
      reference: hashOfStep(hop),
      openReference: hashOfSigned(root),
    });
  });

  test('is the same open mandate, whatever of it is shown, in whatever order', async () => {
    const [one, two] = [hide({ id: 'offer-a', title: 'One' }), hide({ id: 'offer-b', title: 'Two' })];
    const items = [{ id: 'r', acceptable_items: [one.place, two.place], quantity: 1 }];
    const open = { constraints: [{ type: 'checkout.line_items', items }] };
    const chain = await present({ open, openDisclosures: [one.disclosure, two.disclosure] });
    const [root = ''] = chain.split('~~');
    const parts = root.split('~');
    const swapped = `${[...parts.slice(0, -2), parts.at(-1), parts.at(-2)].join('~')}~`;
    const checkoutJwt = await seller.sign(BODY, 'JWT');
    const hop = await mintStep({
      key: agent,
      typ: 'kb+sd-jwt',
      claims: { iat: SECONDS, aud: AUDIENCE, nonce: 'nonce-123', sd_hash: hashOfStep(swapped) },
      mandates: [{ vct: 'mandate.checkout.1', checkout_jwt: checkoutJwt, checkout_hash: hashOfCheckout(checkoutJwt) }],
    });
    expect(hashOfStep(swapped)).not.toBe(hashOfStep(root));
    expect(await judge(joinSteps(swapped, hop))).toMatchObject({ openReference: hashOfSigned(root) });
  });

  test('may be the one that a person signed, without an agent', async () => {
    const checkoutJwt = await seller.sign(BODY, 'JWT');
    const chain = await mintStep({
      key: issuer,
      typ: 'dc+sd-jwt',
      claims: { iat: SECONDS, aud: AUDIENCE, nonce: 'nonce-123' },
      mandates: [{ vct: 'mandate.checkout.1', checkout_jwt: checkoutJwt, checkout_hash: hashOfCheckout(checkoutJwt) }],
    });
    expect(await judge(chain)).toMatchObject({ open: [], reference: hashOfStep(chain) });
  });

  test('may be signed with the key of a credential', async () => {
    const root = `${await issuer.sign({ iss: 'https://bank.example', vct: 'com.example.card', cnf: { jwk: agent.publicJwk } }, 'dc+sd-jwt')}~`;
    const checkoutJwt = await seller.sign(BODY, 'JWT');
    const hop = await mintStep({
      key: agent,
      typ: 'kb+sd-jwt',
      claims: { iat: SECONDS, aud: AUDIENCE, nonce: 'nonce-123', sd_hash: hashOfStep(root) },
      mandates: [
        { vct: 'mandate.checkout.1', checkout_jwt: checkoutJwt, checkout_hash: hashOfCheckout(checkoutJwt) },
        { vct: 'mandate.payment.1', transaction_id: hashOfCheckout(checkoutJwt) },
      ],
    });
    expect(await judge(joinSteps(root, hop))).toMatchObject({ issuer: 'Provider' });
  });

  test('may pass through a second agent', async () => {
    const root = await mintStep({
      key: issuer,
      typ: 'example+sd-jwt',
      mandates: [{ vct: 'mandate.checkout.open.1', constraints: [], cnf: { jwk: agent.publicJwk } }],
    });
    const between = (typ: string, key: MintKey) =>
      mintStep({
        key,
        typ,
        claims: { iat: SECONDS - 60, aud: 'https://sub.example', nonce: 'nonce-456', sd_hash: hashOfStep(root) },
        mandates: [{ vct: 'mandate.checkout.open.1', constraints: [], cnf: { jwk: other.publicJwk } }],
      });
    const checkoutJwt = await seller.sign(BODY, 'JWT');
    const last = (before: string) =>
      mintStep({
        key: other,
        typ: 'kb+sd-jwt',
        claims: { iat: SECONDS, aud: AUDIENCE, nonce: 'nonce-123', sd_hash: hashOfStep(before) },
        mandates: [
          { vct: 'mandate.checkout.1', checkout_jwt: checkoutJwt, checkout_hash: hashOfCheckout(checkoutJwt) },
        ],
      });
    const good = await between('kb+sd-jwt+kb', agent);
    expect(await judge(joinSteps(root, good, await last(good)))).toMatchObject({ openReference: hashOfSigned(root) });
    const typed = await between('kb+sd-jwt', agent);
    expect(await judge(joinSteps(root, typed, await last(typed)))).toBe('invalid_credential unreadable');
    const signed = await between('kb+sd-jwt+kb', other);
    expect(await judge(joinSteps(root, signed, await last(signed)))).toBe('invalid_credential signature');
    expect(await judge(joinSteps(root, await last(good)))).toBe('invalid_credential signature');
  });
});

describe('a mandate is refused', () => {
  const PAST = { exp: SECONDS - 120 };
  test.each<[string, Changes, string]>([
    ['whose issuer nobody trusts', { rootKey: undefined as never }, 'signature'],
    ['for another seller', { hop: { aud: 'https://else.example' } }, 'signature'],
    ['for nobody', { hop: { aud: undefined } }, 'signature'],
    ['without a nonce', { hop: { nonce: undefined } }, 'signature'],
    ['with a nonce that says nothing', { hop: { nonce: '1' } }, 'signature'],
    ['whose last step names another', { hop: { sd_hash: hashText('another~') } }, 'signature'],
    ['that does not say when it was signed', { hop: { iat: undefined } }, 'signature'],
    ['that was closed before it was opened', { hop: { iat: SECONDS - 700 } }, 'signature'],
    ['that has expired', { open: PAST }, 'expired'],
    ['whose issuer set an end', { root: PAST }, 'expired'],
    ['that was closed long ago', { root: { iat: SECONDS - 2_000 }, hop: { iat: SECONDS - 1_000 } }, 'expired'],
    ['from the future', { hop: { iat: SECONDS + 120 } }, 'expired'],
    ['whose end is no number', { open: { exp: 'tomorrow' } }, 'unreadable'],
    ['that begins with an agent', { rootTyp: 'kb+sd-jwt' }, 'unreadable'],
    ['whose last step is of another type', { hopTyp: 'kb+jwt' }, 'unreadable'],
    ['without a key for the agent', { open: { cnf: undefined } }, 'signature'],
    ['for a key of another kind', { open: { cnf: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } } }, 'signature'],
    ['of another version', { open: { vct: 'mandate.checkout.open.2' } }, 'signature'],
    ['of a payment, closed as a checkout', { open: { vct: 'mandate.payment.open.1' } }, 'signature'],
  ])('%s', async (name, changes, reason) => {
    const made = name.startsWith('whose issuer nobody') ? { ...changes, rootKey: other } : changes;
    expect(await judge(await present(made))).toBe(`invalid_credential ${reason}`);
  });

  test.each<[string, Changes, string]>([
    ['that is still open', { closed: { vct: 'mandate.checkout.open.1' } }, 'scope'],
    ['that pays instead', { closed: { vct: 'mandate.payment.1' } }, 'scope'],
    ['of no version', { closed: { vct: 'mandate.checkout' } }, 'scope'],
    ['that was closed with another field than it was opened with', { open: { order_for: 'Nellie' } }, 'scope'],
    ['whose hash is another checkout’s', { closed: { checkout_hash: hashText('another') } }, 'scope'],
    ['that withholds its checkout', { closed: { checkout_jwt: undefined } }, 'scope'],
    ['for another checkout', { body: { ...BODY, id: 'trip_2' } }, 'scope'],
    ['for another price', { body: { ...BODY, totals: [{ type: 'total', amount: 1 }] } }, 'scope'],
    ['for other items', { body: { ...BODY, line_items: [] } }, 'scope'],
    ['in another currency', { body: { ...BODY, currency: 'USD' } }, 'scope'],
  ])('%s', async (_name, changes, reason) => {
    expect(await judge(await present(changes))).toBe(`invalid_mandate ${reason}`);
  });

  test('signed by an agent that the person did not name', async () => {
    expect(await judge(await present({ hopKey: other }))).toBe('invalid_credential signature');
  });

  test('whose checkout another seller signed, under whatever name', async () => {
    const stranger = await mintKey('seller');
    expect(await judge(await present({ sellerKey: stranger }))).toBe('invalid_mandate merchant_signature');
    expect(await judge(await present({ sellerKey: other }))).toBe('invalid_mandate merchant_signature');
  });

  test('that carries the checkout as UCP does, changed', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'seller' })).toString('base64url');
    const checkout = { ...BODY, ap2: { merchant_authorization: `${header}..${'A'.repeat(86)}` } };
    const closed = { checkout_jwt: undefined, checkout_hash: undefined, checkout };
    expect(await judge(await present({ closed }))).toBe('invalid_mandate merchant_signature');
    expect(await judge(await present({ closed: { ...closed, checkout: BODY } }))).toBe(
      'invalid_mandate merchant_signature',
    );
  });

  test('whose steps, disclosures or length are beyond what is read', async () => {
    const chain = await present();
    const [root = '', hop = ''] = chain.split('~~');
    const extra = hide('never signed').disclosure;
    const twice = `${root}~${root.split('~')[1]}~~${hop}`;
    for (const wrong of [
      '',
      'a',
      'a.b.c',
      `${root}~`,
      `${root}~${extra}~~${hop}`,
      twice,
      `${chain}~~${hop}~~${hop}~~${hop}~~${hop}`,
      'x'.repeat(70_000),
      chain.replace(/\./g, '!'),
    ])
      expect(await judge(wrong)).toMatch(/^invalid_(credential|mandate) (unreadable|signature|scope)$/);
  });

  test('whatever character of it is changed', async () => {
    const chain = await present();
    const accepted = (await judge(chain)) as { readonly reference: string };
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: chain.length - 1 }), fc.constantFrom(...'ABab01_-~.'), async (at, letter) => {
        fc.pre(chain[at] !== letter);
        const changed = `${chain.slice(0, at)}${letter}${chain.slice(at + 1)}`;
        const judged = await judge(changed);
        // The last letters of base64url may differ in bits that stand for nothing: the same bytes, not another mandate.
        if (typeof judged !== 'string') expect(sameBytes(changed, chain)).toBe(true);
        else expect(accepted.reference).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});

const sameBytes = (a: string, b: string): boolean => {
  const bytes = (text: string) => text.split(/[.~]+/).map((part) => Buffer.from(part, 'base64url').toString('hex'));
  return bytes(a).join() === bytes(b).join();
};

describe('constraints', () => {
  const line = (id: string, quantity = 1) => ({ id, item: { id }, quantity });
  const withLines = (...lines: readonly unknown[]) => ({ ...BODY, line_items: lines });
  const items = (...required: readonly [readonly string[], number][]) => ({
    type: 'checkout.line_items',
    items: required.map(([ids, quantity], index) => ({
      id: `r${index}`,
      acceptable_items: ids.map((id) => ({ id, title: id })),
      quantity,
    })),
  });
  const judged = async (constraint: unknown, body: Claims = BODY) => {
    const result = await judge(await present({ open: { constraints: [constraint] }, body }), body);
    return typeof result === 'string' ? result : 'accepted';
  };

  test('name the seller by its id, never by its name', async () => {
    const merchants = (...allowed: readonly unknown[]) => ({ type: 'checkout.allowed_merchants', allowed });
    expect(await judged(merchants({ id: 'org_1', name: 'Any' }))).toBe('accepted');
    expect(await judged(merchants({ id: 'org_2', name: 'Bly' }))).toBe('invalid_mandate constraint');
    expect(await judged(merchants({ name: 'org_1' }))).toBe('invalid_mandate constraint');
    expect(await judged(merchants())).toBe('invalid_mandate constraint');
    expect(await judged(merchants(hide({ id: 'org_1' }).place))).toBe('invalid_mandate constraint');
  });

  test('that are not known, or were withheld, leave the question to a person', async () => {
    expect(await judged({ type: 'com.example.moon_phase' })).toBe('unresolved_constraint constraint');
    expect(await judged({})).toBe('unresolved_constraint constraint');
    expect(await judged(hide(items([['offer-a'], 1])).place)).toBe('unresolved_constraint constraint');
    expect(await judge(await present({ open: { constraints: undefined } }))).toBe('unresolved_constraint constraint');
    const decoy = { _sd: [hashText('decoy')] };
    expect(await judge(await present({ open: decoy }))).toBe('unresolved_constraint constraint');
  });

  test('are read where they were disclosed', async () => {
    const { place, disclosure } = hide({ id: 'offer-a', title: 'PAR–LON' });
    const constraint = {
      type: 'checkout.line_items',
      items: [{ id: 'r', acceptable_items: [hide({ id: 'offer-b' }).place, place], quantity: 1 }],
    };
    const open = { constraints: [constraint] };
    expect(await judge(await present({ open, openDisclosures: [disclosure] }))).toMatchObject({ issuer: 'Provider' });
    expect(await judge(await present({ open }))).toBe('invalid_mandate constraint');
  });

  test.each<[string, unknown, Claims, string]>([
    ['one item', items([['a'], 1]), withLines(line('a')), 'accepted'],
    ['another item', items([['a'], 1]), withLines(line('z')), 'invalid_mandate constraint'],
    ['more than allowed', items([['a'], 2]), withLines(line('a', 3)), 'invalid_mandate constraint'],
    ['less than asked for', items([['a'], 2]), withLines(line('a')), 'invalid_mandate constraint'],
    [
      'two for one place',
      items([['a'], 1], [['b', 'c'], 1]),
      withLines(line('b'), line('c')),
      'invalid_mandate constraint',
    ],
    ['one for each place', items([['a'], 1], [['b', 'c'], 1]), withLines(line('c'), line('a')), 'accepted'],
    ['a place that must be given up', items([['a', 'b'], 1], [['a'], 1]), withLines(line('a'), line('b')), 'accepted'],
    ['nothing acceptable', items([[], 1]), withLines(line('a')), 'invalid_mandate constraint'],
    ['no places', items(), withLines(line('a')), 'unresolved_constraint constraint'],
    ['half an item', items([['a'], 0.5]), withLines(line('a')), 'unresolved_constraint constraint'],
  ])('of line items: %s', async (_name, constraint, body, outcome) => {
    expect(await judged(constraint, body)).toBe(outcome);
  });
});

describe("AP2's published examples", () => {
  test.each(Object.entries(examples.examples))('%s: hashes and the signature of its last step', async (_name, text) => {
    const [root, hop, ...more] = readChain(text);
    if (hop === undefined) throw new Error('the example has one step');
    expect(more).toEqual([]);
    expect(hop.payload['sd_hash']).toBe(root.hash);
  });

  test('the closing of the checkout mandate verifies with the key that the open one names', async () => {
    const [root, hop] = readChain(examples.examples.checkout_mandate);
    if (hop === undefined) throw new Error('the example has one step');
    await verifyHop(hop, root, true);
    const [closed] = hop.mandates;
    expect(closed?.['vct']).toBe('mandate.checkout.1');
    expect(closed?.['checkout_hash']).toBe(hashText(String(closed?.['checkout_jwt'])));
    expect(root.mandates[0]?.['vct']).toBe('mandate.checkout.open.1');
  });

  test('is not accepted: nobody knows the key of its issuer', async () => {
    expect(await judge(examples.examples.checkout_mandate)).toBe('invalid_credential signature');
  });
});
