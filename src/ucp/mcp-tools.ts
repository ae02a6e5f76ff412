import * as z from 'zod';
import type { UcpOperation } from './call.ts';
import { SentCheckout, SentCompletion } from './read-payload.ts';

/** A tool as `tools/list` names it. */
interface UcpTool {
  readonly name: UcpOperation;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

/** Tools that a platform must call with an idempotency key: they pay, or give something up. */
export const KEYED_TOOLS: readonly UcpOperation[] = ['complete_checkout', 'cancel_checkout'];

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
    annotations: { readOnlyHint: isRead, destructiveHint: name === 'complete_checkout' || name === 'cancel_checkout' },
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
