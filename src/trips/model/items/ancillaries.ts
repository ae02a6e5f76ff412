import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, refuseFields } from '../../../platform/errors.ts';
import type { TravelerId } from '../../../platform/ids.ts';
import { type Extra, findExtra, paxCountOf } from './product.ts';
import type { SelectedAncillary, Traveler, TripItem } from '../trip.ts';

/** One line of a selection as asked for. */
export interface AncillaryChoice {
  readonly ancillaryKey: string;
  readonly travelerId: TravelerId | undefined;
  readonly segmentIds: readonly string[];
  readonly quantity: number;
}

/**
 * The item with exactly these extras: a list replaces the selection, an empty list removes it. Throws the 422 that
 * names each bad line.
 */
export function replaceSelection(
  item: TripItem,
  travelers: readonly Traveler[],
  choices: readonly AncillaryChoice[],
): TripItem {
  const [problem, ...more] = findSelectionProblems(item, travelers, choices);
  if (problem) throw refuseFields([problem, ...more]);
  const chosen = choices
    .map(
      (choice): SelectedAncillary => ({
        ancillaryKey: choice.ancillaryKey,
        travelerId: bearerIn(choice, item, travelers),
        quantity: choice.quantity,
      }),
    )
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return isDeepStrictEqual(item.ancillaries, chosen) ? item : { ...item, ancillaries: chosen };
}

/** The item without extras of travelers who have left the trip, or who may have none as what they travel now. */
export function dropForeignSelections(item: TripItem, travelers: readonly Traveler[]): TripItem {
  const bearers = travelers.filter((traveler) => mayBear(item, traveler));
  const remaining = item.ancillaries.filter(
    (extra) => extra.travelerId === undefined || bearers.some((traveler) => traveler.travelerId === extra.travelerId),
  );
  return remaining.length === item.ancillaries.length ? item : { ...item, ancillaries: remaining };
}

function findSelectionProblems(
  item: TripItem,
  travelers: readonly Traveler[],
  choices: readonly AncillaryChoice[],
): readonly FieldProblem[] {
  const seen = new Set<string>();
  const taken = new Map<string, number>();
  const infants = new Set<string>();
  return choices.flatMap((choice, index): FieldProblem[] => {
    const path = `selections[${index}]`;
    const extra = findExtra(item, choice.ancillaryKey);
    if (!extra)
      return [{ path: `${path}.offer_id`, problem: 'The item does not offer this extra. See available_ancillaries.' }];
    const key = keyOf({ ...choice, travelerId: extra.isPerTraveler ? bearerOf(choice, item, travelers) : undefined });
    if (seen.has(key)) return [{ path, problem: 'repeats an earlier line; send one line with the whole quantity.' }];
    seen.add(key);
    // For one person alone every line is that person's, named or not.
    const person = paxCountOf(item) === 1 ? choice.ancillaryKey : key;
    const quantity = (taken.get(person) ?? 0) + choice.quantity;
    taken.set(person, quantity);
    return [
      ...(quantity > (extra.quantityMax ?? Number.POSITIVE_INFINITY)
        ? [
            {
              path: `${path}.quantity`,
              problem: `must be at most ${extra.quantityMax}${extra.isPerTraveler ? ' for one traveler' : ''}`,
            },
          ]
        : []),
      ...(extra.isPerTraveler
        ? findBearerProblems(choice, item, { travelers, infants }, path)
        : findStrangerProblems(choice, travelers, path)),
      ...findSegmentProblems(choice, extra, path),
    ];
  });
}

/** What belongs to the item as a whole may be said to be for somebody, but not for nobody. */
function findStrangerProblems(
  { travelerId }: AncillaryChoice,
  travelers: readonly Traveler[],
  path: string,
): readonly FieldProblem[] {
  const isKnown = travelerId === undefined || travelers.some((traveler) => traveler.travelerId === travelerId);
  return isKnown ? [] : [{ path: `${path}.pax_ref_id`, problem: 'The trip has no traveler with this id.' }];
}

interface Bearers {
  readonly travelers: readonly Traveler[];
  /** Infants that earlier lines are for. */
  readonly infants: Set<string>;
}

function findBearerProblems(
  choice: AncillaryChoice,
  item: TripItem,
  { travelers, infants }: Bearers,
  path: string,
): readonly FieldProblem[] {
  if (choice.travelerId === undefined) {
    const isClear = paxCountOf(item) === 1;
    return isClear
      ? []
      : [{ path: `${path}.pax_ref_id`, problem: 'is needed when several people travel; send the travelers first.' }];
  }
  const bearer = travelers.find((traveler) => traveler.travelerId === choice.travelerId);
  if (!bearer) return [{ path: `${path}.pax_ref_id`, problem: 'The trip has no traveler with this id.' }];
  if (bearer.passengerType === 'INFANT') infants.add(bearer.travelerId);
  return infants.size <= seatedInfants(item)
    ? []
    : [{ path: `${path}.pax_ref_id`, problem: 'An infant on a lap cannot have extras.' }];
}

/**
 * Extras belong to seats. Of infants it is known how many have one, not which: as many may have extras, and none where
 * all sit on a lap.
 */
function mayBear(item: TripItem, traveler: Traveler): boolean {
  return traveler.passengerType !== 'INFANT' || seatedInfants(item) > 0;
}

function seatedInfants(item: TripItem): number {
  return item.kind === 'flight' ? item.passengers.inf_seat : 0;
}

/** An extra is sold for all its segments at once; who names some must name them all. */
function findSegmentProblems(choice: AncillaryChoice, { segmentIds }: Extra, path: string): readonly FieldProblem[] {
  const named = choice.segmentIds;
  const isWhole =
    named.length === 0 ||
    (named.every((id) => segmentIds.includes(id)) && segmentIds.every((id) => named.includes(id)));
  const problem =
    segmentIds.length > 0
      ? `This extra is sold for ${segmentIds.join(', ')} together: name all or none.`
      : 'This extra is for the whole item.';
  return isWhole ? [] : [{ path: `${path}.segment_ref_ids`, problem }];
}

/** Who an extra is for: nobody in particular where it belongs to the item as a whole. */
function bearerIn(choice: AncillaryChoice, item: TripItem, travelers: readonly Traveler[]): TravelerId | undefined {
  return findExtra(item, choice.ancillaryKey)?.isPerTraveler === true ? bearerOf(choice, item, travelers) : undefined;
}

/** For one person alone, an extra without a traveler is that person's. */
function bearerOf(
  choice: Pick<AncillaryChoice, 'travelerId'>,
  item: TripItem,
  travelers: readonly Traveler[],
): TravelerId | undefined {
  const isAlone = paxCountOf(item) === 1 && travelers.length === 1;
  return choice.travelerId ?? (isAlone ? travelers[0]?.travelerId : undefined);
}

function keyOf(line: Pick<SelectedAncillary, 'ancillaryKey' | 'travelerId'>): string {
  return `${line.ancillaryKey} ${line.travelerId ?? ''}`;
}
