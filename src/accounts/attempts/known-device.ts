import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { readCookies } from '../../platform/http/input/request-headers.ts';
import { secureAttribute } from '../../platform/http/secure-cookies.ts';
import { asId } from '../../platform/ids.ts';
import { hashAddress, type PasswordSource } from './record-sign-in-attempt.ts';
import type { SignInRequest } from '../sessions/open-session.ts';
import { findDeviceVersion } from '../passwords/password-store.ts';

/**
 * A browser that somebody has signed in with before. The cookie lets nobody in: it decides only which failures are
 * counted together.
 */
const COOKIE = 'bly_device';
const CONTEXT = 'known device';
const ID_BYTES = 16;
/** Renewed at every sign-in. */
const lifeSeconds = 180 * 24 * 3_600;
const SealedDevice = z.object({
  id: z.string(),
  address: z.string(),
  user_id: z.string(),
  version: z.string(),
  until: z.number(),
});

type DeviceContext = Pick<App, 'config' | 'db' | 'clock' | 'sealer'>;

/**
 * Where a password for an address is typed: in a browser whose cookie says that the address's owner has signed in with
 * it since their password was set and since they last signed out everywhere, or anywhere else on the network.
 */
export async function sourceOf(
  app: DeviceContext,
  email: string,
  request: SignInRequest,
): Promise<PasswordSource & { readonly kind: 'network' | 'device' }> {
  const stranger = { kind: 'network', remoteAddress: request.remoteAddress } as const;
  const { cookie } = request.headers;
  const sealed = typeof cookie === 'string' ? readCookies({ cookie })[COOKIE] : undefined;
  const plain = sealed === undefined ? undefined : app.sealer.open('cookie', sealed, CONTEXT);
  if (plain === undefined) return stranger;
  const device = SealedDevice.parse(JSON.parse(plain.toString('utf8')));
  if (device.address !== hashAddress(app, email) || app.clock.now().getTime() >= device.until) return stranger;
  const version = await findDeviceVersion(app.db, { userId: asId('user', device.user_id) });
  return version === device.version ? { kind: 'device', deviceId: device.id } : stranger;
}

/**
 * The Set-Cookie headers that make this browser a known one, for a user who has just shown a password; none when it has
 * become another one since. Each sign-in makes a device of its own, so that a stolen cookie and the owner's are counted
 * apart.
 */
export async function rememberDevice(
  app: DeviceContext,
  { user, passwordHash }: { readonly user: User; readonly passwordHash: string | undefined },
): Promise<readonly string[]> {
  const version = passwordHash === undefined ? undefined : await findDeviceVersion(app.db, user, passwordHash);
  if (version === undefined || user.email === undefined) return [];
  const device = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    address: hashAddress(app, user.email),
    user_id: user.userId,
    version,
    until: app.clock.now().getTime() + lifeSeconds * 1_000,
  };
  const sealed = app.sealer.seal('cookie', JSON.stringify(device), CONTEXT);
  return [`${COOKIE}=${sealed}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${secureAttribute(app.config)}`];
}
