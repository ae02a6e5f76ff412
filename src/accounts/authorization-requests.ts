import type { ApplicationView } from '../../web/accounts/view.ts';
import type { RegisteredApp } from '../platform/registered-app.ts';

/**
 * Reads the authorization requests that lead people to the sign-in page. `app.ts` registers it, so that sign-in knows
 * no one above it.
 */
export interface AuthorizationRequests {
  /**
   * The application that a path of ours asks for access for. Undefined for any other path, for a client that nobody
   * registered, and for an address that the client did not register.
   */
  findApplication(app: RegisteredApp, path: string): Promise<ApplicationView | undefined>;
}
