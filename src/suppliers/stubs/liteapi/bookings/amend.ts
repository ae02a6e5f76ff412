import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { LiteapiRefusal } from '../refusals.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import { sendEvent } from '../webhooks/send-event.ts';
import { getVisible } from './look-up.ts';

/** Names of holders are changed: the request goes to people, who may take a while. */
export const amendRoutes: readonly LiteapiRoute[] = [
  { method: 'PUT', path: '/bookings/:bookingId/amend', operation: 'amend', body: 'required', handle: amend },
];

const NewHolder = z.strictObject({
  firstName: z.string().trim().min(1),
  lastName: z.string().trim().min(1),
  email: z.email(),
  phone: z.string().optional(),
});
const Amendment = z.strictObject({ holder: NewHolder, remarks: z.string().optional() });

function amend(call: LiteapiCall): StubAnswer {
  const { state, account, params, fields } = call;
  const read = Amendment.safeParse(fields);
  if (!read.success) throw new LiteapiRefusal(400, { message: messageOf(fields, read.error) });
  const booking = getVisible(call, params['bookingId'] ?? '', 'amend');
  const { holder, remarks } = read.data;
  const now = state.clock.now();
  const answer = {
    id: booking.number,
    bookingId: booking.id,
    userId: 1,
    type: 'UPDATE',
    subType: 'UPDATE_NAME_CHANGE',
    status: 'PENDING',
    prebookId: '',
    holderEmail: holder.email,
    holderFirstName: holder.firstName,
    holderLastName: holder.lastName,
    holderPhone: holder.phone ?? null,
    remarks: remarks ?? '',
    guests: [],
    createdBy: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const { amendment_seconds: seconds } = account.settings;
  if (seconds !== null) {
    state.clock.at(new Date(now.getTime() + seconds * 1_000), () => {
      booking.holder = { ...booking.holder, ...holder, phone: holder.phone ?? booking.holder.phone };
      booking.updatedAt = state.clock.now();
    });
  }
  sendEvent(call, 'booking.amend', fields, answer);
  return { status: 200, body: answer };
}

function messageOf(fields: unknown, error: z.ZodError): string {
  if (typeof fields !== 'object' || fields === null || !('holder' in fields))
    return 'Missing holder object in request body.';
  const [issue] = error.issues;
  return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'wrong input'}`;
}
