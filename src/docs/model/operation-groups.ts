/** Operations that belong together, under the field's own name for it. */
export interface OperationGroup<T> {
  /** The anchor of the index: `refunds-and-cancellations`. */
  readonly id: string;
  readonly title: string;
  readonly operations: readonly T[];
}

/** The resources of the reference in reading order. An operation that none names stands under its tag. */
const GROUPS: readonly { readonly title: string; readonly ids: readonly string[] }[] = [
  { title: 'Flight search', ids: ['flight_search', 'flights_search', 'places'] },
  {
    title: 'Flexible dates and destinations',
    ids: ['find_destination', 'flights_destination_search', 'flight_calendar', 'find_dates', 'lowest_fare'],
  },
  { title: 'Hotel search', ids: ['hotel_search', 'hotels_shop', 'hotel_details'] },
  { title: 'Car search', ids: ['car_search'] },
  {
    title: 'Price history and monitoring',
    ids: [
      'price_monitoring',
      'list_price_monitors',
      'get_price_monitor',
      'delete_price_monitor',
      'price_history',
      'hotel_price_index',
    ],
  },
  { title: 'Travel demand', ids: ['demand_destinations', 'demand_markets', 'demand_audiences', 'demand_trends'] },
  { title: 'Trips', ids: ['trip', 'get_trip', 'list_trips', 'trip_status', 'cancel_trip', 'shop_sync'] },
  { title: 'Bags, seats and extras', ids: ['get_trip_ancillaries', 'select_ancillaries', 'get_trip_seat_maps'] },
  {
    title: 'Checkout and payment',
    ids: ['checkout', 'book', 'shop_sync_checkout', 'submit_agent_payment', 'get_trip_ledger', 'get_trip_receipt'],
  },
  {
    title: 'Mandates and approvals',
    ids: [
      'mandate_request',
      'list_mandates',
      'get_mandate',
      'mandate_revoke',
      'propose',
      'approval_request',
      'get_proposal',
      'execute_proposal',
      'get_mandate_issuers',
      'replace_mandate_issuers',
    ],
  },
  {
    title: 'Bookings',
    ids: [
      'get_booking',
      'bookings_lookup',
      'list_bookings',
      'read_booking',
      'booking_search',
      'list_booking_invoices',
      'list_order_deliveries',
    ],
  },
  {
    title: 'Refunds and cancellations',
    ids: ['refund_check', 'flights_refund_check', 'refund_commit', 'refund_status', 'hotel_cancel', 'car_cancel'],
  },
  {
    title: 'Flight exchanges',
    ids: ['exchange_shop', 'exchange_price', 'flights_exchange_price', 'exchange_commit', 'exchange_status'],
  },
  { title: 'Car exchanges', ids: ['car_exchange_preview', 'car_exchange_commit', 'car_exchange_status'] },
  { title: 'Bags and seats after booking', ids: ['add_services_check', 'add_services_commit'] },
  { title: 'Schedule changes', ids: ['schedule_change_accept'] },
  {
    title: 'Customer support',
    ids: [
      'overview',
      'get_booking_timeline',
      'list_booking_notes',
      'create_booking_note',
      'resend_booking_mail',
      'retry_booking',
      'list_manual_changes',
      'decide_manual_change',
    ],
  },
  {
    title: 'Webhook endpoints',
    ids: [
      'create_webhook',
      'list_webhooks',
      'get_webhook',
      'update_webhook',
      'delete_webhook',
      'test_webhook',
      'rotate_webhook_secret',
      'recover_webhook',
      'list_webhook_deliveries',
      'redeliver_webhook',
    ],
  },
  { title: 'Event log', ids: ['list_events', 'get_event'] },
  { title: 'API keys', ids: ['list_api_keys', 'create_api_key', 'delete_api_key'] },
  {
    title: 'Members and invitations',
    ids: [
      'list_members',
      'update_member',
      'delete_member',
      'list_invitations',
      'create_invitation',
      'delete_invitation',
    ],
  },
  {
    title: 'Organization',
    ids: [
      'account',
      'update_account',
      'get_organization',
      'replace_organization',
      'replace_organization_logo',
      'delete_organization_logo',
    ],
  },
  {
    title: 'Suppliers',
    ids: [
      'list_suppliers',
      'switch_supplier_sale',
      'list_supplier_accounts',
      'create_supplier_account',
      'get_supplier_account',
      'update_supplier_account',
      'delete_supplier_account',
    ],
  },
  { title: 'Pricing rules', ids: ['get_pricing_rules', 'replace_pricing_rules', 'pricing_rules_try'] },
  { title: 'Usage and logs', ids: ['usage', 'request_log', 'audit_log'] },
  {
    title: 'Sandbox',
    ids: [
      'get_sandbox_clock',
      'sandbox_clock',
      'sandbox_pay',
      'sandbox_bookings',
      'sandbox_schedule_change',
      'sandbox_approve',
      'sandbox_credits',
      'sandbox_reset',
    ],
  },
  {
    title: 'Air traffic (compatibility)',
    ids: ['air_traffic_traveled', 'air_traffic_booked', 'air_traffic_busiest_period'],
  },
  { title: 'OpenAPI document', ids: ['openapi'] },
];

/** The operations in their groups; one that no group names stands at the end, under its tag. */
export function groupOperations<T extends { readonly id: string; readonly tag: string }>(
  operations: readonly T[],
): readonly OperationGroup<T>[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const named = GROUPS.map(({ title, ids }) => ({ title, operations: ids.flatMap((id) => byId.get(id) ?? []) }));
  const grouped = new Set(GROUPS.flatMap(({ ids }) => ids));
  const others = Map.groupBy(
    operations.filter(({ id }) => !grouped.has(id)),
    ({ tag }) => tag,
  );
  return [...named, ...[...others].map(([title, rest]) => ({ title, operations: rest }))]
    .filter((group) => group.operations.length > 0)
    .map((group) => ({ id: slugOf(group.title), ...group }));
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
