/** Actions of one write of a trip, and where in what was sent each of them came from. */
export interface TripActions {
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  /** Of the action of the same index: where a field of it came from, as a JSONPath. */
  readonly places: readonly ((field: string) => string)[];
}

/** An item that a trip is to have: one token, or those of the rooms of one stay. */
export interface WantedItem {
  readonly tokens: readonly string[];
  /** Where the token of this index came from, as a JSONPath. */
  placeOf(index: number): string;
}

/** What is stored of an item: its tokens in an order that means nothing. */
export const lineOf = ({ tokens }: Pick<WantedItem, 'tokens'>): string => [...tokens].sort().join(' ');

/** What was wanted of an item as the fields of an action. */
export function itemFields({ tokens }: WantedItem): Readonly<Record<string, unknown>> {
  const [only, ...more] = tokens;
  return more.length === 0 ? { trip_item_token: only } : { rooms: tokens.map((token) => ({ trip_item_token: token })) };
}

/** Where a field of an action that adds the item came from: `rooms[1].trip_item_token`. */
export function placeOfItem(item: WantedItem): (field: string) => string {
  return (field) => item.placeOf(Number(/^rooms\[(\d+)\]/.exec(field)?.[1] ?? 0));
}

/** Where in what was sent a field of the write came from: `actions[1].travelers[0].first_name`. */
export function placeOfAction({ places }: TripActions, path: string): string | undefined {
  const [, index = '', field = ''] = /^actions\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  return index === '' ? undefined : places[Number(index)]?.(field);
}
