import type { App } from '../context.ts';
import type { DemandSignal } from './demand-recorder.ts';

/** Tells of an answer that it has been given; to be called each time it is. */
export type DemandTeller = () => void;

/**
 * A teller of one answer. The sign is read from it once, when the answer is on its way: it costs the caller nothing, and an
 * answer in which no sign can be read is logged and given all the same. What `read` holds is let go of then: an answer that
 * is kept to be given again keeps only its sign.
 */
export function demandTeller(app: Pick<App, 'demand' | 'log'>, read: () => DemandSignal | undefined): DemandTeller {
  let unread: typeof read | undefined = read;
  let signal: DemandSignal | undefined;
  return () => {
    setImmediate(() => {
      if (unread !== undefined) {
        signal = readLogged(app, unread);
        unread = undefined;
      }
      if (signal !== undefined) app.demand.record(signal);
    });
  };
}

function readLogged(app: Pick<App, 'log'>, read: () => DemandSignal | undefined): DemandSignal | undefined {
  try {
    return read();
  } catch (err) {
    app.log.error({ err }, 'No sign of demand could be read from an answer.');
    return undefined;
  }
}
