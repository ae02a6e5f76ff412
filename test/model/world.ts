import type { Answer, TestService } from '../support/service/service.ts';

/** One organization of a service, and the only time there is. */
export interface ModelWorld {
  readonly service: TestService;
  readonly headers: Readonly<Record<string, string>>;
  readonly stranger: Readonly<Record<string, string>>;
  /** The organization's clock, in milliseconds. */
  now(): number;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Moves the organization's clock; jobs do not run. */
  advance(seconds: number): Promise<void>;
}

/**
 * Real time as the service sees it: it stands still but for what a test lets pass, so that a run is the same every
 * time.
 */
export interface SteppedClock {
  now(): Date;
  step(milliseconds: number): void;
}

/** Starts at an instant and moves only when told. */
export function createSteppedClock(start: Date): SteppedClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    step: (milliseconds) => {
      at += milliseconds;
    },
  };
}

/** Limits that no test reaches. */
export const PLENTY = { quotaCalls: 1_000_000, rate: { perSecond: 100_000, burst: 100_000 } } as const;

/** A fresh organization that no limit slows down. */
export async function makeWorld(
  service: TestService,
  clock: SteppedClock,
  stranger: Readonly<Record<string, string>>,
): Promise<ModelWorld> {
  const { key } = await service.makeKey(PLENTY);
  const headers = { 'x-api-key': key };
  await service.call('POST', '/v1/sandbox/credits', { amount: 1_000_000 }, headers);
  let offset = 0;
  return {
    service,
    headers,
    stranger,
    now: () => clock.now().getTime() + offset,
    call: (method, path, body) => service.call(method, path, body, headers),
    async advance(seconds) {
      offset += seconds * 1000;
      const { status, text } = await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, headers);
      if (status !== 200) throw new Error(`the clock could not be moved: ${text}`);
    },
  };
}
