import { isLocalhost } from '../../platform/security/localhost.ts';

/**
 * Whether a page of this origin may call us: our own, and in the sandbox those of the machine itself. Programs send
 * none. It keeps a page elsewhere from reaching a server on its visitor's machine under a name it has bent to that
 * machine's address (DNS rebinding).
 */
export function isAllowedOrigin(
  origin: string | undefined,
  config: { readonly publicUrl: string; readonly environment: 'sandbox' | 'production' },
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const requested = new URL(origin);
  return (
    requested.origin === new URL(config.publicUrl).origin ||
    (config.environment === 'sandbox' && isLocalhost(requested.hostname))
  );
}
