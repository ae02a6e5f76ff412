import type { Scope } from '../../src/context.ts';
import type { Notice } from '../checkout/wording.ts';
import type { DeviceDoneView, OAuthClosedReason } from './view.ts';

/** What the pages about access say, in one language. */
export interface OAuthMessages {
  readonly access: string;
  readonly testMode: string;
  /** What an application may do, in plain words. */
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly mayDo: (organization: string) => string;
  /** For people who belong to several: how this page speaks of another one. */
  readonly otherOrganization: string;
  readonly signedInAs: (account: string) => string;
  readonly allow: string;
  readonly deny: string;
  readonly consent: {
    readonly title: (name: string) => string;
    readonly text: string;
    readonly sentBackTo: string;
    readonly saysItIs: string;
    readonly unchecked: string;
    readonly takeBack: string;
  };
  readonly device: {
    readonly title: string;
    readonly text: (name: string) => string;
    readonly label: string;
    readonly hint: string;
    readonly next: string;
    readonly missing: string;
    readonly unknown: string;
    readonly confirmTitle: (name: string) => string;
    readonly confirmText: string;
    readonly warning: string;
  };
  readonly done: Readonly<Record<DeviceDoneView['outcome'], (name: string) => Notice>>;
  readonly applications: {
    readonly title: string;
    readonly text: string;
    readonly none: string;
    readonly since: (day: string) => string;
    readonly lastUsed: (day: string) => string;
    readonly revoke: string;
    readonly revokeOf: (name: string) => string;
    readonly revoked: string;
    /** What taking access back does not end. */
    readonly keys: string;
    readonly keysLink: string;
  };
  /** `unknownClient`: in place of the text, for an application whose registration is gone. */
  readonly failed: Notice & { readonly unknownClient: string; readonly detail: string };
  readonly closed: Readonly<Record<OAuthClosedReason, Notice>>;
  readonly again: string;
}
