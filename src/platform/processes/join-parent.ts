import type { Registry } from 'prom-client';
import { type FromChild, readFromParent } from './messages.ts';

/** The parent itself waits two seconds for the others. */
const answerTimeoutMs = 4_000;

/** A child's line to the parent of `run-processes`. */
export interface ParentLine {
  /** Says that this process takes work; `greet` runs in the one that is to greet who started us. */
  takesWork(greet: () => Promise<void>): void;
  /** Runs whenever another process takes connections on the port. */
  onJoined(callback: () => void): void;
  /** The metrics of all processes in Prometheus' format. Throws where the parent does not answer. */
  gatherMetrics(): Promise<string>;
}

/** Joins the parent of this process, which must have been started by `run-processes`. */
export function joinParent(registry: Registry): ParentLine {
  const waiting = new Map<number, (text: string) => void>();
  let nextId = 0;
  let greeting: (() => Promise<void>) | undefined;
  let joined = (): void => undefined;
  process.on('message', (message: unknown) => {
    const said = readFromParent(message);
    if (said?.kind === 'bly:greet') void greeting?.();
    if (said?.kind === 'bly:joined') joined();
    if (said?.kind === 'bly:metrics_of_all') waiting.get(said.id)?.(said.text);
    if (said?.kind === 'bly:metrics_asked') void answer(said.id, registry);
  });
  return {
    takesWork(greet) {
      greeting = greet;
      say({ kind: 'bly:ready' });
    },
    onJoined(callback) {
      joined = callback;
    },
    async gatherMetrics() {
      const id = nextId;
      nextId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const timer = setTimeout(
        () => reject(new Error('The parent process did not answer with the metrics of all.')),
        answerTimeoutMs,
      );
      waiting.set(id, resolve);
      say({ kind: 'bly:metrics_wanted', id });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}

async function answer(id: number, registry: Registry): Promise<void> {
  say({ kind: 'bly:metrics', id, metrics: await registry.getMetricsAsJSON() });
}

function say(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
