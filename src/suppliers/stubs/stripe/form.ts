/** What a form-encoded body says, brackets unfolded: lists are objects with the keys 0, 1, …, as Stripe reads them. */
export type FormValue = string | { readonly [name: string]: FormValue };
type Fields = { [name: string]: FormValue | Fields };

/** Reads `line_items[0][price_data][unit_amount]=1` and its like. */
export function readForm(body: string): { readonly [name: string]: FormValue } {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    let at = fields;
    const path = [first, ...rest];
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      if (typeof inner === 'string') throw new Error(`${name} is both a value and a group`);
      const next: Fields = inner ?? {};
      at[part] = next;
      at = next;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return fields;
}

/** The text at a path of a form; undefined when there is none. */
export function textAt(form: FormValue | undefined, ...path: readonly string[]): string | undefined {
  const found = path.reduce<FormValue | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), form);
  return typeof found === 'string' ? found : undefined;
}

/** A group of texts (metadata). */
export function textsAt(form: FormValue | undefined, ...path: readonly string[]): Readonly<Record<string, string>> {
  const found = path.reduce<FormValue | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), form);
  if (typeof found !== 'object') return {};
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
