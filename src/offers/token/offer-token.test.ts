import { describe, expect, test } from 'vitest';
import { aSealer } from '../../../test/support/service/sealer.ts';
import { Refusal } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import { offerExpiry, openFlightOffer, openTripItem, sealFlightItem, sealOfferTokens } from './offer-token.ts';

const app = { sealer: aSealer() };
const ours = asId('organization', 'org_ours');
const theirs = asId('organization', 'org_theirs');
const now = new Date('2026-03-01T12:00:00Z');
const offer = {
  supplierId: 'world',
  offerKey: 'AF274@2026-10-03',
  displayCurrency: 'EUR',
  expiresAt: new Date('2026-03-01T12:30:00Z'),
};
const item = { ...offer, fareKey: 'flex', originPrice: { value: 71_250, currency: 'USD' } };

function refusal(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('Nothing was refused.');
}

describe('offer tokens', () => {
  test('what is sealed comes back', () => {
    expect(openFlightOffer(app, ours, sealOfferTokens(app, ours, offer, []).offerToken, now)).toEqual(offer);
    expect(openTripItem(app, ours, sealFlightItem(app, ours, item), now)).toEqual(item);
  });
  test('each fare of an offer has its own token', () => {
    const fares = [
      { fareKey: 'light', originPrice: { value: 50_000, currency: 'USD' } },
      { fareKey: 'flex', originPrice: { value: 5_000, currency: 'JPY' } },
    ];
    const tokens = sealOfferTokens(app, ours, offer, fares);
    expect(openFlightOffer(app, ours, tokens.offerToken, now)).toEqual(offer);
    expect(
      tokens.itemTokens
        .map((token) => openTripItem(app, ours, token, now))
        .map(({ fareKey, originPrice }) => ({ fareKey, originPrice })),
    ).toEqual(fares);
  });
  test('altering any one character is noticed', () => {
    const token = sealFlightItem(app, ours, item);
    for (let index = 0; index < token.length; index += 1) {
      const altered = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect(refusal(() => openTripItem(app, ours, altered, now)).status, `character ${index}`).toBe(422);
    }
  });
  test("another organization's token is 422 and says where", () => {
    const refused = refusal(() =>
      openTripItem(app, theirs, sealFlightItem(app, ours, item), now, 'add_item.trip_item_token'),
    );
    expect([refused.condition, refused.status, refused.detail.keys]).toEqual([
      'token_invalid',
      422,
      {
        fields: [
          {
            path: 'add_item.trip_item_token',
            problem:
              'This token was altered or does not belong to this organization. Use one exactly as a search answered it.',
          },
        ],
      },
    ]);
  });
  test('the wrong kind says which field to send', () => {
    expect(
      refusal(() => openTripItem(app, ours, sealOfferTokens(app, ours, offer, []).offerToken, now)).message,
    ).toContain('Send the trip_item_token (tit_)');
    expect(refusal(() => openFlightOffer(app, ours, sealFlightItem(app, ours, item), now)).message).toContain(
      "Send the offer's offer_token (oft_)",
    );
    expect(refusal(() => openTripItem(app, ours, 'htl_abc', now)).condition).toBe('token_invalid');
    expect(refusal(() => openTripItem(app, ours, 'nonsense', now)).message).toMatch(/tit_.*htl_.*car_/);
    expect(refusal(() => openTripItem(app, ours, '', now)).condition).toBe('token_invalid');
  });
  test('it lives until its expiry and not a moment longer', () => {
    const token = sealFlightItem(app, ours, item);
    expect(openTripItem(app, ours, token, new Date('2026-03-01T12:29:59Z')).fareKey).toBe('flex');
    expect(refusal(() => openTripItem(app, ours, token, new Date('2026-03-01T12:30:00Z'))).status).toBe(410);
  });
  test('life is 30 minutes, less when the supplier says so', () => {
    expect(offerExpiry(now, undefined).toISOString()).toBe('2026-03-01T12:30:00.000Z');
    expect(offerExpiry(now, new Date('2026-03-01T11:00:00Z')).toISOString()).toBe('2026-03-01T11:00:00.000Z');
    expect(offerExpiry(now, new Date('2026-03-02T11:00:00Z')).toISOString()).toBe('2026-03-01T12:30:00.000Z');
  });
});
