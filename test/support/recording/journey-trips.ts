import type { Recorder } from './recorder.ts';

const TRAVELERS = {
  travelers: [
    {
      first_name: 'Nellie',
      last_name: 'Bly',
      passenger_type: 'ADULT',
      date_of_birth: '1990-05-05',
      gender: 'FEMALE',
    },
  ],
  contact: { email: 'nellie@example.com', phone: '+33123456789' },
} as const;

/** A search, a fare of it and a traveler: a trip that can be checked out. */
export async function openTrip(
  at: Recorder,
  call: Recorder['prepare'] = at.prepare,
  route: object = { origin: 'PAR', destination: 'LIS' },
) {
  const { live_offers: offers } = await at.prepare('flight_search', {
    body: { ...route, departure_date: '2027-03-05', adults: 1, currency: 'EUR' },
  });
  const trip = await call('trip', {
    body: {
      currency: 'EUR',
      add_item: { trip_item_token: offers[0].fares[0].trip_item_token },
      upsert_travelers: TRAVELERS,
    },
  });
  return { tripId: String(trip.trip_id), itemId: String(trip.items[0].item_id) };
}

/** The cart, its quote and its payment. */
export async function recordTrips(at: Recorder): Promise<void> {
  const { tripId, itemId } = await openTrip(at, at.record);
  const trip_id = tripId;
  const extras = await at.record('get_trip_ancillaries', { params: { trip_id } });
  await at.record('get_trip_seat_maps', { params: { trip_id } });
  const { travelers } = await at.prepare('get_trip', { params: { trip_id } });
  await at.record('select_ancillaries', {
    body: { trip_id, item_id: itemId, selections: selectBag(extras, itemId, travelers[0].pax_ref_id) },
  });
  await at.record('get_trip', { params: { trip_id } });
  await at.record('checkout', { body: { trip_id, fail_on_price_change: false } });
  await at.record('trip_status', { body: { trip_id } });
  await at.record('sandbox_pay', { body: { trip_id, card: '4242424242424242' } });
  await at.service.drain();
  await at.record('get_trip_ledger', { params: { trip_id } });
  await at.record('get_trip_receipt', { params: { trip_id } });
  const byToken = (await openTrip(at)).tripId;
  await at.record('book', { body: { trip_id: byToken, fail_on_price_change: false } });
  await at.record('submit_agent_payment', { body: { trip_id: byToken, shared_payment_token: 'spt_test_ok' } });
  const other = (await openTrip(at)).tripId;
  await at.record('shop_sync_checkout', { body: { trip_id: other, fail_on_price_change: false } });
  await at.record('cancel_trip', { body: { trip_id: (await openTrip(at)).tripId } });
  await at.record('shop_sync', { body: { actions: [{ action: 'create' }] } });
  await at.record('list_trips', { query: { limit: '2' } });
}

/** The first extra that is counted by pieces, one of it. */
function selectBag(
  extras: {
    readonly items: readonly {
      readonly item_id: string;
      readonly available_ancillaries: readonly { readonly offer_id: string }[];
    }[];
  },
  itemId: string,
  traveler: string,
): readonly object[] {
  const [offered] = extras.items.find(({ item_id }) => item_id === itemId)?.available_ancillaries ?? [];
  return [{ offer_id: offered?.offer_id, pax_ref_id: traveler, quantity: 1 }];
}

/** A budget that an agent spends: asked for, approved, proposed, put to people, executed, ended. */
export async function recordMandates(at: Recorder): Promise<void> {
  const { mandate_id } = await at.record('mandate_request', {
    body: {
      name: 'Conference trips',
      currency: 'EUR',
      budget: 2000,
      per_trip: 1200,
      ask_above: 1,
      rules: [{ type: 'cabin_max', cabin: 'economy' }],
      valid_until: '2027-06-30T00:00:00Z',
    },
  });
  await at.record('sandbox_approve', { body: { mandate_id, decision: 'approve' } });
  const { tripId } = await openTrip(at);
  const { proposal_id } = await at.record('propose', {
    body: { mandate_id, trip_id: tripId, note: 'The cheapest nonstop flight on that day.' },
  });
  await at.record('approval_request', { body: { proposal_id } });
  await at.prepare('sandbox_approve', { body: { proposal_id, decision: 'approve' } });
  await at.record('get_proposal', { params: { proposal_id } });
  await at.record('execute_proposal', { body: { proposal_id, shared_payment_token: 'spt_test_ok' } });
  await at.service.drain();
  await at.record('list_mandates');
  await at.record('get_mandate', { params: { mandate_id } });
  await at.record('mandate_revoke', { body: { mandate_id, reason: 'The conference is off.' } });
  await at.record('get_mandate_issuers');
  await at.record('replace_mandate_issuers', {
    body: {
      issuers: [
        {
          name: 'Example Agents',
          jwk: {
            kty: 'EC',
            crv: 'P-256',
            kid: 'agent-provider-key-1',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          },
        },
      ],
      version: 0,
    },
  });
}
