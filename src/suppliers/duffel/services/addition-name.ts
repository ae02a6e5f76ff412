import type { Addition } from './wire-services.ts';

/**
 * Under what the row of an addition is known in the place of an order: never the order's own id, by which its own row
 * alone is found.
 */
export function additionName({ orderId }: Pick<Addition, 'orderId'>): string {
  return `services:${orderId}`;
}
