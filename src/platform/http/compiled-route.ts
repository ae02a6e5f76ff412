import type { Histogram } from 'prom-client';
import type { Config } from '../config.ts';
import { isLoopbackHost } from '../outbound/public-url.ts';
import { compileKnownFields, type KnownFields } from './input/unknown-fields.ts';
import type { AnyRoute } from './route.ts';

/** A declaration with everything worked out that does not depend on the request. */
export interface CompiledRoute {
  readonly declaration: AnyRoute;
  readonly takesBody: boolean;
  /** Headers of every answer of this route, whatever its status. */
  readonly headers: Readonly<Record<string, string>>;
  /** After this instant the path answers 404. */
  readonly sunsetAt: Date | undefined;
  /** The fields that its body and its query have; read at the first request. */
  knownFields(): { readonly body: KnownFields; readonly query: KnownFields };
  /** Counts one answer. */
  observe(status: number, seconds: number): void;
}

/** Works out a route once, at start. */
export function compileRoute(declaration: AnyRoute, config: Config, durations: Histogram): CompiledRoute {
  const children = new Map<number, { observe(seconds: number): void }>();
  const childOf = (status: number) => {
    const child = durations.labels(declaration.operationId, String(status));
    children.set(status, child);
    return child;
  };
  let known: ReturnType<CompiledRoute['knownFields']> | undefined;
  return {
    declaration,
    takesBody: declaration.method !== 'GET' && declaration.method !== 'DELETE',
    headers: { ...safetyHeaders(config), 'cache-control': 'no-store', ...deprecationHeaders(declaration) },
    sunsetAt: declaration.deprecation && new Date(declaration.deprecation.sunset),
    knownFields() {
      known ??= { body: compileKnownFields(declaration.body), query: compileKnownFields(declaration.query) };
      return known;
    },
    observe(status, seconds) {
      (children.get(status) ?? childOf(status)).observe(seconds);
    },
  };
}

/** What no page of ours needs of a browser, and nothing that creeps into one gets. */
export const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** The headers that keep a browser from guessing; HSTS only where the service is really reached over https. */
export function safetyHeaders(config: Config): Readonly<Record<string, string>> {
  const { protocol, hostname } = new URL(config.publicUrl);
  const hsts: Record<string, string> =
    protocol === 'https:' && !isLoopbackHost(hostname)
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {};
  return { 'x-content-type-options': 'nosniff', ...hsts };
}

/** Deprecation, Sunset and Link of a deprecated route (spec.md, Versioning); nothing for any other. */
function deprecationHeaders(declaration: AnyRoute): Readonly<Record<string, string>> {
  const { deprecation } = declaration;
  if (!deprecation) return {};
  return {
    deprecation: 'true',
    sunset: new Date(deprecation.sunset).toUTCString(),
    link: `<${deprecation.successor}>; rel="successor-version"`,
  };
}
