/** The values of one place of a request, by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * The path of a call with its query. `template` names its parameters as `{trip_id}` or `:trip_id`. Lists are written
 * with commas, as every query of the contract takes them.
 */
export function requestPath(
  template: string,
  { params, query }: { readonly params: Values; readonly query: Values },
): string {
  const path = template.replaceAll(/:(\w+)|\{(\w+)\}/g, (_whole, colon?: string, braces?: string) =>
    encodeURIComponent(asQueryText(params[colon ?? braces ?? ''])),
  );
  const pairs = Object.entries(queryTexts(query)).map(
    ([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** Values as a query carries them: as text, without those that are null or missing. */
export function queryTexts(values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, asQueryText(value)]),
  );
}

function asQueryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asQueryText).join(',');
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
