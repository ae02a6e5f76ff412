import * as z from 'zod';
import { ItemDetailsShape } from '../trips/contract-details.ts';
import { TravelerShape } from '../trips/contract.ts';
import { CHECKOUT, HANDLER_ID, ORDER, ownNames } from './model/names.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const Traveler = TravelerShape.omit({ pax_ref_id: true }).extend({ id: z.string().optional() });
const Travel = z.looseObject({
  travelers: z.array(Traveler).optional(),
  itinerary: z
    .array(z.looseObject({ line_item_id: z.string(), type: z.string(), status: z.string(), details: ItemDetailsShape }))
    .optional(),
  quote: z
    .looseObject({ id: z.string(), expires_at: z.iso.datetime(), content_hash: z.string(), jws: z.string() })
    .optional(),
});

/** The schema of the travel extension, composed onto checkouts and orders as UCP does it. */
export function travelSchema(publicUrl: string): unknown {
  const fields = z.toJSONSchema(Travel, { io: 'input' });
  return {
    $schema: DIALECT,
    $id: `${publicUrl}/ucp/schemas/travel-trip.json`,
    name: ownNames(publicUrl).travel,
    title: 'Travel',
    description: 'Who travels, what is flown, stayed and driven, and the signed quote.',
    $defs: {
      travel: fields,
      [CHECKOUT]: {
        title: 'Checkout with travel',
        allOf: [{ $ref: 'https://ucp.dev/schemas/shopping/checkout.json' }, { $ref: '#/$defs/travel' }],
      },
      [ORDER]: {
        title: 'Order with travel',
        allOf: [{ $ref: 'https://ucp.dev/schemas/shopping/order.json' }, { $ref: '#/$defs/travel' }],
      },
    },
  };
}

/** The schema of the payment handler: what an instrument holds, and what its token must allow. */
export function sharedTokenSchema(publicUrl: string): unknown {
  return {
    $schema: DIALECT,
    $id: `${publicUrl}/ucp/schemas/shared-payment-token.json`,
    name: ownNames(publicUrl).handler,
    title: 'Shared payment token',
    description: 'A token that the payer’s wallet made for this seller, for at most config.max_amount.',
    type: 'object',
    required: ['id', 'handler_id', 'type', 'credential'],
    properties: {
      id: { type: 'string' },
      handler_id: { const: HANDLER_ID },
      type: { const: HANDLER_ID },
      credential: {
        type: 'object',
        required: ['type', 'token'],
        properties: { type: { const: HANDLER_ID }, token: { type: 'string' } },
      },
    },
  };
}
