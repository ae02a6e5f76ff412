import * as z from 'zod';
import type { UcpOperation } from './call.ts';
import { SentBooking } from './lodging/read-booking.ts';
import { SentCheckout, SentCompletion } from './read-payload.ts';

/** A tool as `tools/list` names it. */
export interface UcpTool {
  readonly name: UcpOperation;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

/** Tools that a platform must call with an idempotency key: they pay, or give something up. */
export const KEYED_TOOLS: readonly UcpOperation[] = [
  'complete_checkout',
  'cancel_checkout',
  'complete_booking_session',
  'cancel_booking_session',
];

const Agent = z.looseObject({ profile: z.string().describe("The URL of the platform's profile.") });
const idOf = (thing: string) => z.string().describe(`Of the ${thing}.`);

function tool(
  name: UcpOperation,
  texts: { readonly title: string; readonly description: string },
  fields: Readonly<Record<string, z.ZodType>>,
): UcpTool {
  const key = z.string();
  const meta = z.looseObject({
    'ucp-agent': Agent,
    'idempotency-key': KEYED_TOOLS.includes(name) ? key : key.optional(),
  });
  const isRead = name.startsWith('get_');
  return {
    name,
    ...texts,
    inputSchema: z.toJSONSchema(z.looseObject({ meta, ...fields }), { io: 'input' }),
    annotations: { readOnlyHint: isRead, destructiveHint: KEYED_TOOLS.includes(name) },
  };
}

/** Every tool of UCP. */
export const ucpTools: readonly UcpTool[] = [
  tool(
    'create_checkout',
    {
      title: 'Create a checkout',
      description: 'item.id is the token of an offer that was searched for; quantity is 1.',
    },
    { checkout: SentCheckout },
  ),
  tool(
    'get_checkout',
    { title: 'Get a checkout', description: 'As it stands now; priced anew after 300 seconds.' },
    { id: idOf('checkout') },
  ),
  tool(
    'update_checkout',
    { title: 'Replace a checkout', description: 'Lines, buyer and travelers become what is sent.' },
    { id: idOf('checkout'), checkout: SentCheckout },
  ),
  tool(
    'complete_checkout',
    { title: 'Pay a checkout', description: 'Pays the price that was shown last with a shared payment token.' },
    { id: idOf('checkout'), checkout: SentCompletion },
  ),
  tool(
    'cancel_checkout',
    { title: 'Cancel a checkout', description: 'Gives up what is not paid.' },
    { id: idOf('checkout') },
  ),
  tool(
    'get_order',
    { title: 'Get an order', description: 'What was bought, as it stands now.' },
    { id: idOf('order') },
  ),
];

/** Every tool of the lodging draft. */
export const lodgingTools: readonly UcpTool[] = [
  tool(
    'create_booking_session',
    {
      title: 'Create a booking session',
      description: 'stays[].id is the offer_id of a hotel rate that was searched for, one for each room.',
    },
    { booking: SentBooking },
  ),
  tool(
    'get_booking_session',
    { title: 'Get a booking session', description: 'As it stands now; priced anew after 300 seconds.' },
    { id: idOf('booking session') },
  ),
  tool(
    'update_booking_session',
    { title: 'Replace a booking session', description: 'Property, stays, booker and guests become what is sent.' },
    { id: idOf('booking session'), booking: SentBooking },
  ),
  tool(
    'complete_booking_session',
    {
      title: 'Pay a booking session',
      description: 'Pays the price that was shown last with a shared payment token, and books.',
    },
    { id: idOf('booking session'), booking: SentCompletion },
  ),
  tool(
    'cancel_booking_session',
    { title: 'Cancel a booking session', description: 'Gives up what is not paid.' },
    { id: idOf('booking session') },
  ),
];
