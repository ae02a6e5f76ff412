import type { JsonSchema } from './openapi-schemas.ts';

const REF = '#/components/schemas/';

/**
 * What a word of the contract means wherever a caller sends it, for fields whose declaration adds nothing of its own. A
 * key is the field's name, or `parent.name` where the parent decides: the object or list it stands in, the operation
 * whose body it begins, the last word of the path for parameters, `event` for bodies we send. A declared description
 * always wins.
 */
const WORDS: Readonly<Record<string, string>> = {
  actions: 'Applied in their own order, all or nothing.',
  action: 'What is done; the other fields belong to it.',
  'audit_log.action': 'Only entries of this action.',
  add_item: 'Puts a flight, a room or a car into the trip.',
  adults: 'People of 12 years and more.',
  'occupancies.adults': 'Adults in this room.',
  'hotel_details.adults': 'Adults in the room.',
  advance_seconds: 'How far the clock moves, in seconds.',
  affected_item_ids: 'Items of the booking that the moved flight no longer fits.',
  airline: 'IATA code of the airline whose program it is.',
  amount: 'In major units.',
  'sandbox_credits.amount': 'Credits to add.',
  booking_ref: "The booking's reference, BLY-…",
  burst: 'Most calls at one moment.',
  cabin_class: 'The cabin wanted; economy unless told.',
  chain_ids: 'Only hotels of these chains.',
  change_status: 'How the refund, cancellation or exchange stands.',
  changeable_only: 'Only fares that can be exchanged.',
  chd: 'Children of 2 to 11 years.',
  checked_bag_included: 'Only fares with a checked bag.',
  checkout: 'Date of departure from the hotel, YYYY-MM-DD.',
  children_ages: 'The age of each child in this room.',
  connection_time_max_minutes: 'Longest wait between two flights.',
  connection_time_min_minutes: 'Shortest wait between two flights.',
  contact: 'Who is written to about the trip: the buyer.',
  data: 'What of the booking changed.',
  date: 'Day of the flight, YYYY-MM-DD, local.',
  dates: 'When to travel: days, or ranges of days.',
  delivery_id: 'A delivery of the log, or one of its attempts as the receiver saw it.',
  departure_dates: 'Days of the first flight, YYYY-MM-DD.',
  departure_date_ranges: 'Stretches of days for the first flight.',
  destination: 'Where to, or where to stay.',
  destination_type: 'Whether the code means the airport or the city, where it is both.',
  direct_only: 'Only flights without a stop.',
  earliest: 'HH:MM, local at the airport; included.',
  latest: 'HH:MM, local at the airport; included. Before `earliest` it is on the next day.',
  email: 'Where confirmations and news are sent.',
  'create_invitation.email': 'Who is invited.',
  end: 'Last day, YYYY-MM-DD, included.',
  start: 'First day, YYYY-MM-DD, included.',
  end_user_id: 'Only those made for this end user (X-End-User-Id).',
  event: 'Which event this is.',
  event_id: 'Stable id of the event: deduplicate by it.',
  expiry_month: 'Month the card ends.',
  expiry_year: 'Year the card ends, four digits.',
  filters: 'What is wanted.',
  first_name: 'As in the passport.',
  frequent_flyer: "Membership of an airline's program.",
  guest_nationality: 'ISO country of the guests; some rates depend on it.',
  holder: 'Name on the card.',
  hotel_id: "A hotel of a search's answer.",
  hotel_ids: 'Only these hotels.',
  hotel_type_ids: 'Only hotels of these types.',
  'api_keys.id': "The key's `key_id`.",
  'members.id': "The member's id.",
  'invitations.id': "The invitation's id.",
  'price_monitoring.id': 'The monitor, mon_….',
  id: 'The endpoint, a whole number.',
  inf_lap: "Infants under 2 years on an adult's lap.",
  inf_seat: 'Infants under 2 years in a seat of their own.',
  intent: 'What the end user wants, in their words. Changes nothing and is never logged.',
  item_id: 'The item, itm_….',
  known_traveler_number: 'Number of a trusted-traveler program.',
  last_name: 'As in the passport.',
  latitude: 'Degrees north; south is negative.',
  longitude: 'Degrees east; west is negative.',
  limit: 'Most entries of one answer.',
  locations: 'From where to where.',
  max: 'At most, included.',
  min: 'At least, included.',
  max_stops: 'Most stops in each direction.',
  metadata: 'Texts of your own, by name: kept with the trip, never interpreted. No personal data.',
  min_rating: 'Only hotels that guests rate at least so, of 10.',
  min_reviews: 'Only hotels with at least so many reviews.',
  name: 'A name of your own, to tell it from others.',
  nationality: 'ISO country of the passport.',
  number: 'Number of the membership.',
  'card.number': "The test card's number.",
  occurred_at: "When it happened, on the organization's clock.",
  offer_id: 'The offer chosen, of the answer that listed it.',
  offset: 'Entries to pass over.',
  'page[offset]': 'Entries to pass over.',
  origins: 'From where: IATA codes of airports or cities.',
  destinations: 'Where to: IATA codes of airports or cities.',
  page_token: '`next_page_token` of the previous page, in place of `offset`.',
  passengers: 'Who travels; one adult unless told.',
  passport_country: 'ISO country that issued the passport.',
  passport_expiry: 'Last day the passport is good, YYYY-MM-DD.',
  passport_number: 'Number of the passport.',
  per_second: 'Calls a second, lasting.',
  percent: 'In per cent of the earlier total.',
  phone: 'With country code: +33123456789.',
  price_constraints: 'Bounds on the price.',
  quantity: 'How many.',
  reason: 'Why.',
  refundable_only: 'Only fares that return money when given up.',
  remove_item: 'Takes an item out of the trip.',
  residency_country: 'ISO country where they live; no fare sold here depends on it.',
  return_date: 'Day of the way back, YYYY-MM-DD; none for one way.',
  return_dates: 'Days of the way back, YYYY-MM-DD.',
  return_date_ranges: 'Stretches of days for the way back.',
  security_code: 'Three or four digits of the card.',
  segment_ref_ids: 'Only on these flights of the item; all it can be had on unless told.',
  select_ancillaries: 'Chooses the extras of one item.',
  selections: "Replaces the item's extras; an empty list removes them all.",
  session_reference: 'The `session_reference` of the commit.',
  severity: 'How much it changes for the traveler.',
  since: 'From this instant on.',
  until: 'Up to this instant; now unless told.',
  sort: 'How the answer is ordered.',
  status: 'Only those of this status.',
  'event.status': 'What it ended in.',
  'update_webhook.status': '`disabled` stops deliveries; `active` takes them up again.',
  stay_days: 'Days between the way there and the way back.',
  stay_days_range: 'Fewest and most days between the way there and the way back.',
  student: 'Students; they travel as adults.',
  title: 'Form of address.',
  transmission: 'Only cars with this transmission.',
  trip_id: 'The trip, trip_….',
  type: 'Only events of this type.',
  unlimited_mileage_only: 'Only cars without a bound on distance.',
  upsert_travelers: 'The whole party, and who is written to.',
  webhook_id: 'The endpoint.',
  youth: 'Young people; they travel as adults.',
};

/** What a word of the contract means in its place; undefined where it has to be declared. */
export function meaningOf(name: string, parent: string): string | undefined {
  return WORDS[`${parent}.${name}`] ?? WORDS[name];
}

/**
 * Adds the glossary's words to the fields of schemas that have none of their own, down to the named schemas they refer
 * to.
 */
export class FieldDescriber {
  readonly #components: Readonly<Record<string, JsonSchema>>;
  readonly #described = new Map<string, JsonSchema>();

  constructor(components: Readonly<Record<string, JsonSchema>>) {
    this.#components = components;
  }

  /** Of a body by its schema; `parent` is what its fields stand in. */
  describe(schema: JsonSchema, parent: string): JsonSchema {
    const name = this.#nameOf(schema);
    if (name !== undefined && !this.#described.has(name)) {
      // A schema may refer to itself: it is known before its fields are looked at.
      this.#described.set(name, {});
      this.#described.set(name, this.describe(this.#components[name] ?? {}, parent));
    }
    return Object.fromEntries(
      Object.entries(schema).map(([key, element]) => [key, this.#describeEntry(key, element, parent)]),
    );
  }

  /** All named schemas, with what was added. */
  components(): Readonly<Record<string, JsonSchema>> {
    return { ...this.#components, ...Object.fromEntries(this.#described) };
  }

  #describeEntry(key: string, element: unknown, parent: string): unknown {
    if (key === 'properties' && isSchema(element))
      return Object.fromEntries(
        Object.entries(element).map(([name, property]) => [
          name,
          isSchema(property) ? this.#describeField(name, property, parent) : property,
        ]),
      );
    if ((key === 'items' || key === 'additionalProperties') && isSchema(element)) return this.describe(element, parent);
    if ((key === 'allOf' || key === 'anyOf' || key === 'oneOf') && Array.isArray(element))
      return element.map((branch: unknown) => (isSchema(branch) ? this.describe(branch, parent) : branch));
    return element;
  }

  #describeField(name: string, property: JsonSchema, parent: string): JsonSchema {
    const described = this.describe(property, name);
    const target = this.#nameOf(property);
    const isDescribed =
      property['description'] !== undefined ||
      (target !== undefined && this.#components[target]?.['description'] !== undefined);
    const meaning = isDescribed ? undefined : meaningOf(name, parent);
    return meaning === undefined ? described : { ...described, description: meaning };
  }

  #nameOf({ $ref }: JsonSchema): string | undefined {
    return typeof $ref === 'string' && $ref.startsWith(REF) ? $ref.slice(REF.length) : undefined;
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
