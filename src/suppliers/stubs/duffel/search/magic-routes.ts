/** What a route does by itself, as in Duffel's test mode. */
export type Magic =
  | 'no_offers'
  | 'hold_only'
  | 'connections'
  | 'one_stop'
  | 'no_baggage'
  | 'no_services'
  | 'search_times_out'
  | 'offer_gone'
  | 'dearer_each_read'
  | 'order_fails'
  | 'insufficient_balance'
  | 'airline_changes'
  | 'airline_credits'
  | 'order_200'
  | 'order_202_created'
  | 'order_202_failed';

/** The routes, and what each does in words that `bly supplier-stub` prints. */
export const MAGIC_ROUTES: readonly {
  readonly from: string;
  readonly to: string;
  readonly magic: Magic;
  readonly does: string;
}[] = [
  { from: 'PVD', to: 'RAI', magic: 'no_offers', does: 'no offers' },
  { from: 'JFK', to: 'EWR', magic: 'hold_only', does: 'every offer can be held' },
  { from: 'LHR', to: 'DXB', magic: 'connections', does: 'connections only' },
  { from: 'DXB', to: 'AMS', magic: 'one_stop', does: 'one stop within the segment' },
  { from: 'BTS', to: 'MRU', magic: 'no_baggage', does: 'no baggage' },
  { from: 'BTS', to: 'ABV', magic: 'no_services', does: 'no services' },
  { from: 'STN', to: 'LHR', magic: 'search_times_out', does: 'the search answers 504' },
  { from: 'LGW', to: 'LHR', magic: 'offer_gone', does: 'the offer is gone when it is read or booked' },
  { from: 'LHR', to: 'STN', magic: 'dearer_each_read', does: '10.00 dearer at each read; booking: price_changed' },
  { from: 'LHR', to: 'LGW', magic: 'order_fails', does: 'the order fails with 502 airline_unknown' },
  { from: 'LGW', to: 'STN', magic: 'insufficient_balance', does: 'the order is refused: insufficient_balance' },
  { from: 'LHR', to: 'LTN', magic: 'airline_changes', does: 'the airline changes the order, again at each read' },
  { from: 'LTN', to: 'SYD', magic: 'airline_credits', does: 'cancelling refunds to airline credits' },
  { from: 'LTN', to: 'STN', magic: 'order_200', does: 'the order answers 200; order.created 30 s later' },
  { from: 'SEN', to: 'STN', magic: 'order_202_created', does: 'the order answers 202; order.created 30 s later' },
  {
    from: 'LCY',
    to: 'STN',
    magic: 'order_202_failed',
    does: 'the order answers 202; order.creation_failed 30 s later',
  },
];

/** What the route of these airports or cities does by itself, where it does. */
export function magicOf(from: string, to: string): Magic | undefined {
  return MAGIC_ROUTES.find((route) => route.from === from && route.to === to)?.magic;
}
