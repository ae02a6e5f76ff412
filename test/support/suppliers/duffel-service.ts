import type { Config } from '../../../src/platform/config.ts';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';

/** The suppliers of a sandbox whose own account at Duffel is the stub's first key. */
export function suppliersOf(
  stub: DuffelStub,
  enabled: Config['suppliers']['enabled'] = ['sandbox'],
): Config['suppliers'] {
  return { enabled, duffel: { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined } };
}

/** A stub of Duffel that takes these keys, too. */
export async function startStubWith(...tokens: readonly string[]): Promise<DuffelStub> {
  const stub = await startDuffelStub();
  for (const token of tokens) stub.controlOf(token);
  return stub;
}
