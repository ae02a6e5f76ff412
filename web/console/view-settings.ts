import type { WireAmount } from './view.ts';

/** A supplier that the organization may sell through. */
export interface SupplierView {
  readonly supplier: string;
  readonly kinds: readonly string[];
  readonly for_sale: boolean;
  readonly account_id?: string | undefined;
  readonly searches_today?: { readonly used: number; readonly max: number | null } | undefined;
  readonly last_error?:
    | {
        readonly at: string;
        readonly status?: number | undefined;
        readonly request_id?: string | undefined;
        readonly detail: string;
      }
    | undefined;
  readonly switched_off?: { readonly by: string; readonly reason: string; readonly since: string } | undefined;
  readonly status: string;
  readonly since?: string | undefined;
}

/** An account of the organization's own at a supplier. */
export interface SupplierAccountView {
  readonly account_id: string;
  readonly supplier: string;
  readonly is_live: boolean;
  readonly token_ends_in: string;
  readonly has_webhook_secret: boolean;
  readonly settings: {
    readonly kinds: readonly string[];
    readonly max_searches_per_day: number | null;
    readonly paid_from?: string | undefined;
  };
  readonly enabled: boolean;
  readonly status: string;
  readonly status_since?: string | undefined;
  readonly status_detail?: string | undefined;
}

/** A rule of service fees; amounts in minor units of its currency. */
export interface PriceRuleView {
  readonly match: {
    readonly kind?: string | undefined;
    readonly supplier?: string | undefined;
    readonly carrier?: string | undefined;
    readonly country?: string | undefined;
    readonly cabin?: string | undefined;
    readonly min_total?: number | undefined;
  };
  readonly currency?: string | undefined;
  readonly percent: number;
  readonly fixed?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly round_to?: number | undefined;
  readonly enabled?: boolean | undefined;
}

/** A fee that was tried out; `rule` is the place of the rule that made it. */
export interface TriedFeeView {
  readonly fee: WireAmount;
  readonly total: WireAmount;
  readonly rule: number | null;
}
