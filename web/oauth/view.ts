import type { Member } from '../accounts/view.ts';
import type { Scope } from '../../src/context.ts';

/** Everything a page about access can be. */
export type OAuthView =
  | ConsentView
  | DeviceCodeView
  | DeviceConfirmView
  | DeviceDoneView
  | ApplicationsView
  | FailedView
  | { readonly kind: 'closed'; readonly reason: OAuthClosedReason; readonly again?: string };

/** Why there is nothing to see or do. */
export type OAuthClosedReason = 'form_stale' | 'request_over' | 'too_many_attempts';

/** An application as it describes itself; nobody has checked it. */
export interface ClientView {
  readonly name: string;
  /** Where the user is sent back to: the one thing about it that cannot be made up. */
  readonly host: string;
  /** The site it says it belongs to. */
  readonly site: string | undefined;
}

/** Whose account is given away. */
export interface ActingFor {
  /** The organization that the session looks at. */
  readonly organization: string;
  /** The person belongs to others, too. */
  readonly hasOthers: boolean;
  /** Who is signed in. */
  readonly account: string;
}

/** An application asks for access. */
export interface ConsentView extends ActingFor {
  readonly kind: 'consent';
  readonly client: ClientView;
  readonly scopes: readonly Scope[];
  readonly csrf: string;
  readonly action: string;
}

/** The code of a device is typed. */
export interface DeviceCodeView {
  readonly kind: 'device_code';
  readonly clientName: string;
  readonly code: string;
  readonly problem: 'missing' | 'unknown' | undefined;
  readonly csrf: string;
}

/** The code of a device is known, and nothing is given away yet. */
export interface DeviceConfirmView extends ActingFor {
  readonly kind: 'device_confirm';
  readonly code: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly csrf: string;
}

/** A device was answered. */
export interface DeviceDoneView {
  readonly kind: 'device_done';
  readonly clientName: string;
  readonly outcome: 'allowed' | 'denied';
}

/** An application that has access. */
export interface ApplicationView {
  /** Names the grant in the form that takes it back. */
  readonly grant: string;
  readonly name: string;
  readonly host: string | undefined;
  readonly scopes: readonly Scope[];
  readonly since: Date;
  readonly lastUsed: Date;
}

/** The applications that have access. */
export interface ApplicationsView {
  readonly kind: 'applications';
  readonly applications: readonly ApplicationView[];
  readonly hasRevoked: boolean;
  readonly member: Member;
}

/** An application has asked for something that cannot be. */
export interface FailedView {
  readonly kind: 'failed';
  /** OAuth's own name for it, for the application's developer. */
  readonly error: string;
  readonly description: string | undefined;
  /** The request, for the same page in another language. */
  readonly carriedQuery: string;
}
