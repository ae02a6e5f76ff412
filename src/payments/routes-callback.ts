import { refuse } from '../platform/errors.ts';
import type { CallbackDeclaration } from '../platform/http/route.ts';
import { handlePaymentUpdate } from './handle-callback.ts';

/** Larger than any event a processor sends about one payment. */
const bytesMax = 262_144;

/**
 * `POST /v1/payments/{processor}/webhook`: the processor's own callback. Open, because its signature is its credential;
 * not an operation of the API, so neither metered nor a tool. It answers before anything is looked up.
 */
const processorCallback: CallbackDeclaration = {
  path: '/v1/payments/:processor_id/webhook',
  bytesMax,
  async handle({ app, params, headers, body }) {
    const processor = app.paymentProcessor;
    if (processor?.readCallback === undefined || processor.id !== params['processor_id']) throw refuse('path_unknown');
    const callback = processor.readCallback({ body, headers });
    switch (callback.kind) {
      case 'forged':
        throw refuse('body_malformed', { message: 'The signature does not match the body, or is too old.' });
      case 'ignored':
        app.log.debug({ what: callback.what }, "a processor's callback is not for us");
        return;
      case 'payment':
        await handlePaymentUpdate(app, callback);
        return;
      default:
        return callback satisfies never;
    }
  },
};

/** Every callback of this folder. */
export const paymentCallbacks: readonly CallbackDeclaration[] = [processorCallback];
