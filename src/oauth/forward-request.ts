import { IncomingMessage } from 'node:http';
import type { MountContext } from '../platform/http/route.ts';
import { type IssuerName, issuerUrl } from './model/issuer.ts';
import { providerOf } from './provider-of.ts';
import { signInPaths } from './sign-in-first.ts';

/** A request as the library is to see it. */
export interface Forwarded {
  readonly issuer: IssuerName;
  /** Path and query below the issuer. */
  readonly target: string;
  /** In place of the body that was read; undefined for none. */
  readonly body?: string;
  /** Where a person signs in first, when the library accepts the request and wants to ask them something. */
  readonly signInPath?: string;
}

/** Lets the library answer a request. It sees the address the service is known by, whatever proxy stands in front. */
export async function forwardRequest(
  { app, request, response }: MountContext,
  { issuer, target, body, signInPath }: Forwarded,
): Promise<void> {
  const provider = await providerOf(app, issuer);
  const { protocol, host } = new URL(app.config.publicUrl);
  const seen = new IncomingMessage(request.socket);
  seen.method = request.method;
  seen.url = target;
  seen.httpVersion = request.httpVersion;
  // The library works out the path it is mounted at from the two.
  Object.assign(seen, { originalUrl: `${issuerUrl('', issuer)}${target}` });
  const {
    'x-forwarded-for': _hops,
    'x-forwarded-host': _host,
    'transfer-encoding': _encoding,
    ...headers
  } = request.headers;
  seen.headers = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) };
  if (body !== undefined) {
    seen.headers['content-length'] = String(Buffer.byteLength(body));
    seen.push(body);
  }
  seen.push(null);
  if (signInPath !== undefined) signInPaths.set(seen, signInPath);
  seen.complete = true;
  await provider.callback()(seen, response);
}
