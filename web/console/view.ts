import type { UserRole } from '../../src/platform/security/roles.ts';

/** The parts of the console, as its navigation lists them. */
export type Section =
  | 'home'
  | 'bookings'
  | 'trips'
  | 'cases'
  | 'webhooks'
  | 'requests'
  | 'usage'
  | 'suppliers'
  | 'prices'
  | 'keys'
  | 'members'
  | 'organization';

/** What every page of the console is rendered with. */
export interface ConsoleFacts {
  readonly nonce: string;
  readonly isSandbox: boolean;
  /** Where style and pictures are, with their version. */
  readonly assetsPath: string;
  readonly organization: string;
  /** What the person belongs to beside it. */
  readonly otherOrganizations: readonly { readonly id: string; readonly name: string }[];
  readonly who: string;
  readonly role: UserRole;
  /** Stands in every form (`csrf`). */
  readonly csrf: string;
  /** What people of the role may not do is not shown. */
  may(operationId: string): boolean;
}

/** An amount as operations answer it: `value` in some, `amount` in others. */
export interface WireAmount {
  readonly value?: unknown;
  readonly amount?: unknown;
  readonly currency: string;
  readonly decimal_places: number;
}

/** What a page says about the last act, above everything else. */
export interface Notice {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}

export interface DayView {
  readonly date: string;
  readonly orders: number;
  readonly failed: number;
  readonly revenue: readonly WireAmount[];
}

export interface OverviewView {
  readonly searches_today: number;
  readonly calls_today: number;
  readonly days: readonly DayView[];
  readonly waiting: {
    readonly decisions: number;
    readonly supplier_people: number;
    readonly fulfilments: number;
    readonly slow_fulfilments: number;
  };
  readonly problems: {
    readonly unsent_mails: number;
    readonly failing_webhooks: number;
    readonly disabled_webhooks: number;
  };
}

export interface ItemView {
  readonly item_id: string;
  readonly kind: 'flight' | 'hotel' | 'car';
  readonly status: string;
  readonly order_id: string | null;
  readonly provider: string;
  readonly confirmation: {
    readonly confirmation_number: string | null;
    readonly product_summary: string;
    readonly total_paid: WireAmount;
  };
  readonly ticket_numbers: readonly string[];
  readonly available_actions: readonly string[];
  readonly refund?:
    | { readonly refund_status: string; readonly refund_reference: string; readonly refunded: WireAmount }
    | undefined;
}

export interface BookingView {
  readonly booking_ref: string;
  readonly trip_id: string;
  readonly status: string;
  readonly type: string;
  readonly last_name: string;
  readonly total_paid: WireAmount;
  readonly total_refunded: WireAmount;
  readonly created_at: string;
  readonly customer_contact: {
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly phone_number: string;
  };
  readonly travelers: readonly {
    readonly first_name: string;
    readonly last_name: string;
    readonly passenger_type: string;
  }[];
  readonly items: readonly ItemView[];
  readonly documents: readonly { readonly type: string; readonly title: string; readonly url: string }[];
  readonly end_user_id?: string | undefined;
  readonly personal_data_erased_at?: string | undefined;
}

export interface EntryView {
  readonly at: string;
  readonly kind: string;
  readonly outcome: 'done' | 'failed' | 'open';
  readonly what: string;
  readonly detail?: string | undefined;
  readonly amount?: WireAmount | undefined;
  readonly reference?: string | undefined;
  readonly supplier_request_id?: string | undefined;
  readonly request_id?: string | undefined;
  readonly by?: string | undefined;
}

/** An invoice or a credit note. */
export interface InvoiceView {
  readonly type: string;
  readonly number: number;
  readonly issued_at: string;
  readonly total: WireAmount;
  readonly url?: string | undefined;
}

export interface LedgerView {
  readonly balanced: boolean;
  readonly entries: readonly {
    readonly at: string;
    readonly step: string;
    readonly reference: string;
    readonly lines: readonly {
      readonly account: string;
      readonly direction: 'debit' | 'credit';
      readonly amount: WireAmount;
    }[];
  }[];
}

/** What a list was narrowed by, as it was typed. */
export interface SearchView {
  readonly query: string;
  readonly status: string;
  readonly since: string;
  readonly until: string;
}

/** What giving an item up would bring. */
export interface CheckView {
  readonly quote_id: string | null;
  readonly support_level: string;
  readonly manual_reason: string | null;
  readonly total_paid: WireAmount;
  readonly refund_amount: WireAmount | null;
  readonly penalty_amount: WireAmount | null;
  readonly expires_at: string | null;
  readonly warnings: readonly string[];
}

export interface CaseView {
  readonly change_id: string;
  readonly reference: string;
  readonly kind: string;
  readonly booking_ref: string;
  readonly traveler: string;
  readonly contact: { readonly email: string; readonly phone: string };
  readonly product: string;
  readonly provider: string;
  readonly order_id?: string | undefined;
  readonly confirmation_number?: string | undefined;
  readonly since: string;
  readonly waits_for: 'decision' | 'charge' | 'money' | 'supplier';
  readonly why?: string | undefined;
  readonly can_decline: boolean;
  readonly total_paid: WireAmount;
  readonly refund_max: WireAmount;
  readonly refund_amount: WireAmount | null;
}

export interface WebhookView {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly created_at: string;
  readonly disabled_reason?: string | undefined;
  readonly failing_since?: string | undefined;
}

export interface DeliveryView {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at?: string | undefined;
  readonly created_at: string;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly outcome: string;
    readonly http_status?: number | undefined;
    readonly failure?: string | undefined;
    readonly elapsed_ms: number;
    readonly response_excerpt?: string | undefined;
  }[];
}

/** How the log of requests was narrowed, as it was typed. */
export interface RequestSearchView {
  readonly request_id: string;
  readonly status: string;
  readonly credential: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** One call of the organization. */
export interface RequestView {
  readonly request_id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly elapsed_ms: number;
  readonly credential: {
    readonly kind: 'api_key' | 'user';
    readonly id: string;
    readonly name?: string | undefined;
    readonly program?: string | undefined;
  };
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly limit?:
    | {
        readonly name: string;
        readonly max?: number | undefined;
        readonly left?: number | undefined;
        readonly free_at?: string | undefined;
      }
    | undefined;
}

/** An API key, without its text. */
export interface KeyView {
  readonly key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly quota: number | null;
  readonly rate: { readonly per_second: number; readonly burst: number };
  readonly mandate_only: boolean;
  readonly created_at: string;
  readonly created_by?: string | undefined;
  readonly created_through?: string | undefined;
  readonly last_used_at?: string | undefined;
}

/** What a key or a person has used of the calls of 30 days; without `limit` there is no quota. */
export interface SpentView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | undefined;
  readonly hasEnded: boolean;
  readonly used: number;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly resetsAt: string | undefined;
}

/** What the organization has used and may use. */
export interface UsageView {
  readonly account: { readonly balance: number; readonly is_unlimited: boolean; readonly environment: string };
  readonly keys: readonly SpentView[];
  readonly users: readonly SpentView[];
  /** How fast keys may call, by their ids; empty where nothing is limited. */
  readonly rates: ReadonlyMap<string, KeyView['rate']>;
  readonly days: readonly {
    readonly date: string;
    readonly operation: string;
    readonly calls: number;
    readonly credits: number;
  }[];
}

export interface MemberView {
  readonly user_id: string;
  readonly role: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly is_email_verified: boolean;
  readonly joined_at: string;
}

export interface InvitationView {
  readonly invitation_id: string;
  readonly email: string;
  readonly role: string;
  readonly expires_at: string;
}

export interface TripView {
  readonly trip_id: string;
  readonly status: string;
  readonly items: readonly { readonly description: string }[];
  readonly totals: { readonly total: number; readonly currency: string; readonly decimal_places: number };
  readonly quote: { readonly status: string; readonly expires_at?: string | undefined };
  readonly updated_at: string;
  readonly booking_ref?: string | undefined;
}

/** What customers see of the organization. */
export interface OrganizationView {
  readonly name: string;
  readonly logo?: { readonly url: string; readonly width: number; readonly height: number } | undefined;
  readonly colour?: string | undefined;
  readonly support: {
    readonly email?: string | undefined;
    readonly phone?: string | undefined;
    readonly url?: string | undefined;
  };
  readonly terms_url?: string | undefined;
  readonly privacy_url?: string | undefined;
  readonly legal?:
    | {
        readonly name: string;
        readonly address: {
          readonly lines: readonly string[];
          readonly postal_code?: string | undefined;
          readonly city: string;
          readonly region?: string | undefined;
        };
        readonly country: string;
        readonly vat_id?: string | undefined;
      }
    | undefined;
  readonly return_hosts: readonly string[];
  readonly version: number;
}
