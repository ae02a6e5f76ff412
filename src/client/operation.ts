/** How one operation travels: a row of the generated table. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` where a field of the input goes. */
  readonly path: string;
  /**
   * Whether it may be sent again: a read always, a keyed write under the same Idempotency-Key, any other write never.
   */
  readonly repeat: 'read' | 'keyed' | 'write';
  /** The fields of the input that go into the query. */
  readonly query?: readonly string[];
  /** Takes X-End-User-Id. */
  readonly isForEndUser?: boolean;
  /** The list of the answer that goes on over pages. */
  readonly items?: string;
  readonly isStreamed?: boolean;
}

/** Where an input goes. */
export interface PlacedInput {
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** JSON; undefined for operations without a body. */
  readonly body: string | undefined;
}

/**
 * Puts each field of a flat input where it travels. Throws a TypeError for a field of the path that is missing or would
 * change the path.
 */
export function placeInput(operation: Operation, input: object): PlacedInput {
  const rest = new Map<string, unknown>(Object.entries(input));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, rest.get(name));
    rest.delete(name);
    return segment;
  });
  const query = new URLSearchParams();
  for (const name of operation.query ?? []) {
    const value = rest.get(name);
    if (value !== undefined) query.set(name, String(value));
    rest.delete(name);
  }
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
  const search = query.toString();
  return {
    path: search === '' ? path : `${path}?${search}`,
    body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined,
  };
}

function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // URLs swallow dots: the call would become another operation's.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must be a non-empty id.`);
  return encodeURIComponent(text);
}
