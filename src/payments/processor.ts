import type { App } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { supplierContext, unknownOnFailure } from '../suppliers/calls/call-supplier.ts';
import type { PaymentProcessor, ProcessorAnswer } from '../suppliers/ports/payments.ts';
import type { SupplierContext } from '../suppliers/ports/supplier.ts';
import type { Payment } from './model/payment.ts';

/** Longest wait for one answer of the processor (real time). */
const PROCESSOR_CALL_SECONDS = 30;
/** When an attempt is asked about if its own call has not come back: later than any call may still be under way. */
export const RESOLVE_AFTER_SECONDS = 45;

/** The configured processor, or the refusal of a service that has none. */
export function requireProcessor(app: App): PaymentProcessor {
  if (app.paymentProcessor === undefined)
    throw refuse('supplier_unavailable', { message: 'No payment processor is configured.' });
  return app.paymentProcessor;
}

/** Whether the payer pays on the processor's own page: then no card is asked for here. */
export function isPaidElsewhere(app: App): boolean {
  return app.paymentProcessor?.entry === 'redirect';
}

/** What a call to the processor is given. */
export async function processorContext(
  app: App,
  { organizationId }: Pick<Payment, 'organizationId'>,
): Promise<SupplierContext> {
  const scope = { organizationId, now: await app.organizationNow(organizationId) };
  const timeoutMs = PROCESSOR_CALL_SECONDS * 1000;
  return supplierContext(app, scope, { purpose: 'booking', timeoutMs }, AbortSignal.timeout(timeoutMs));
}

/** The processor's name of a payment: opening is idempotent by our own id, so it can always be learnt again. */
export async function openAtProcessor(
  app: App,
  processor: PaymentProcessor,
  payment: Payment,
  context: SupplierContext,
): Promise<string> {
  const opened = await processor.open(
    {
      reference: payment.paymentId,
      amount: payment.amount,
      description: payment.description,
      expiresAt: payment.expiresAt,
      returnUrl: `${app.config.publicUrl}/checkout/${payment.sessionId}`,
    },
    context,
  );
  return opened.processorRef;
}

/** A failure thrown by a call leaves open whether the processor acted on it: `get` says. */
export function unknownAtProcessor(
  app: App,
  operation: string,
  call: () => Promise<ProcessorAnswer>,
): Promise<ProcessorAnswer> {
  return unknownOnFailure(app, { operation, party: 'processor' }, call);
}

/** What the processor knows of a payment now. */
export async function askProcessor(app: App, payment: Payment): Promise<ProcessorAnswer> {
  const processor = requireProcessor(app);
  const context = await processorContext(app, payment);
  return unknownAtProcessor(app, 'payment look-up', async () =>
    processor.get(payment.processorRef ?? (await openAtProcessor(app, processor, payment, context)), context),
  );
}
