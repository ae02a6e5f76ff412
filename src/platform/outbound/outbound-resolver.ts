import { Resolver } from 'node:dns/promises';

/** Every address of a host name, or a throw. Asked once per attempt. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const resolveTryMs = 1_500;
const resolveTriesMax = 2;

/**
 * Asks the configured name servers directly (c-ares). `dns.lookup` would put every question on libuv's four threads,
 * where one customer's slow name server delays everyone's files and names; it would also apply search domains and the
 * hosts file. Questions about a name that is being asked already share its answer.
 */
export function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: resolveTryMs, tries: resolveTriesMax });
  const inFlight = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const running = inFlight.get(hostname);
    if (running !== undefined) return running;
    const pending = resolveBoth(resolver, hostname).finally(() => inFlight.delete(hostname));
    inFlight.set(hostname, pending);
    return pending;
  };
}

async function resolveBoth(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value : []),
    ...(six.status === 'fulfilled' ? six.value : []),
  ];
  if (addresses.length > 0) return addresses;
  throw new Error(`The name ${hostname} does not resolve.`, {
    cause: four.status === 'rejected' ? four.reason : undefined,
  });
}
