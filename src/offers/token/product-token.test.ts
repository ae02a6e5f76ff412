import { describe, expect, test } from 'vitest';
import { aSealer } from '../../../test/support/service/sealer.ts';
import { Refusal } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import { openProduct, sealProduct, sealProducts } from './product-token.ts';

const app = { sealer: aSealer() };
const ours = asId('organization', 'org_ours');
const now = new Date('2026-03-01T12:00:00Z');
const shared = {
  kind: 'hotel',
  supplierId: 'world',
  displayCurrency: 'EUR',
  expiresAt: new Date('2026-03-01T12:20:00Z'),
} as const;
const rates = [
  ['RO~N', 9_000, 'EUR'],
  ['RO~F', 10_000, 'EUR'],
  ['BB~N', 5_000, 'JPY'],
  ['', 1, 'EUR'],
] as const;
const products = rates.map(([rest, value, currency]) => ({
  productKey: `bhlis-12~20260310~3~dbl~${rest}`,
  originPrice: { value, currency },
}));
const open = (text: string) => openProduct(app, ours, { text, path: 'rooms[0]' }, now);

function statusOf(work: () => unknown): number | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.status;
  }
  return undefined;
}

describe('tokens of products that are sealed together', () => {
  test('each names its own product', () => {
    const tokens = sealProducts(app, ours, shared, products);
    expect(tokens.map(open)).toEqual(products.map((product) => ({ ...shared, ...product })));
    expect(new Set(tokens).size).toBe(4);
  });

  test('are no longer for many neighbours, and long keys stand alone', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      productKey: `bhlis-12~20260310~3~dbl~${index}`,
      originPrice: { value: index, currency: 'EUR' },
    }));
    const tokens = sealProducts(app, ours, shared, many);
    expect(tokens.map((text) => open(text).productKey)).toEqual(many.map(({ productKey }) => productKey));
    expect(Math.max(...tokens.map(({ length }) => length))).toBeLessThan(500);
    const long = ['a', 'b'].map((letter) => ({
      productKey: letter.repeat(2_500),
      originPrice: { value: 1, currency: 'EUR' },
    }));
    expect(sealProducts(app, ours, shared, long).map((text) => open(text).productKey)).toEqual(
      long.map(({ productKey }) => productKey),
    );
    expect(sealProducts(app, ours, shared, [])).toEqual([]);
  });

  test('altering any one character is noticed, the tag too', () => {
    const [token = ''] = sealProducts(app, ours, shared, products);
    for (let index = 0; index < token.length; index += 1) {
      const altered = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect([index, statusOf(() => open(altered))]).toEqual([index, 422]);
    }
  });

  test('are of one kind, one organization and one life', () => {
    const [token = ''] = sealProducts(app, ours, shared, products);
    expect(statusOf(() => open(token.replace('htl_', 'car_')))).toBe(422);
    expect(statusOf(() => openProduct(app, asId('organization', 'org_theirs'), { text: token, path: 'x' }, now))).toBe(
      422,
    );
    expect(statusOf(() => openProduct(app, ours, { text: token, path: 'x' }, shared.expiresAt))).toBe(410);
    expect(
      open(sealProduct(app, ours, 'car', { ...shared, productKey: 'key', originPrice: { value: 5, currency: 'KWD' } })),
    ).toEqual({ ...shared, kind: 'car', productKey: 'key', originPrice: { value: 5, currency: 'KWD' } });
  });
});
