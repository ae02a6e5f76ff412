const SEPARATOR = ':';
const KINDS = ['offer', 'change'] as const;

/** What a key of an exchange stands for: an offer to change an order, or the change that was made of one. */
export interface ChangeKey {
  readonly kind: (typeof KINDS)[number];
  /** Duffel's id. */
  readonly id: string;
}

/** The key as text: `offer:oco_…`, `change:oce_…`. */
export function toChangeKey({ kind, id }: ChangeKey): string {
  return `${kind}${SEPARATOR}${id}`;
}

/** Reads a key; undefined where it is none. */
export function readChangeKey(text: string): ChangeKey | undefined {
  const [word, ...rest] = text.split(SEPARATOR);
  const kind = KINDS.find((one) => one === word);
  const id = rest.join(SEPARATOR);
  return kind === undefined || id === '' ? undefined : { kind, id };
}
