/** The keys and kinds of values at each path of some JSON, over all of it that was added. */
export interface Kinds {
  /** Kinds of values by path: `slices[].segments[].aircraft` → object, null. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key sets of the objects at each path. */
  readonly objects: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

const FORMATS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['amount', /^-?\d+\.\d{2,3}$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ['local time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ['time with a blank', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['duration', /^P(?=\d|T\d)(\d+D)?(T(\d+H)?(\d+M)?)?$/],
  ['address', /^https:\/\//],
];

/** The prefixes of ids in Duffel's documents; `not_found` is no id. */
const PREFIXES: readonly string[] =
  'orq off pas sli seg sto ase sea ord ser pay ore ocr oco oce aic acd wev org icu arp cit arl arc'.split(' ');

/** The kind of a value as its reader would have to know it: an id counts by its prefix, a text by its format. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  const [, prefix = ''] = /^([a-z]{3})_[0-9A-Za-z_]+$/.exec(value) ?? [];
  if (PREFIXES.includes(prefix)) return `id ${prefix}_`;
  return FORMATS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

/** Collects keys and kinds. Objects at `free` paths hold whatever their owner put there. */
export function collectKinds(samples: readonly unknown[], free: readonly string[] = []): Kinds {
  const values = new Map<string, Set<string>>();
  const objects = new Map<string, ReadonlySet<string>[]>();
  const visit = (value: unknown, path: string): void => {
    values.set(path, (values.get(path) ?? new Set()).add(kindOf(value)));
    if (free.includes(path)) return;
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`);
    else if (typeof value === 'object' && value !== null) {
      objects.set(path, [...(objects.get(path) ?? []), new Set(Object.keys(value))]);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
    }
  };
  for (const sample of samples) visit(sample, '');
  return { values, objects };
}

/** What of some JSON is otherwise than in the samples: unknown keys, missing ones, values of another kind. */
export function findDifferences(found: Kinds, golden: Kinds): readonly string[] {
  const kinds = [...found.values].flatMap(([path, of]) => {
    const known = golden.values.get(path);
    return [...of]
      .filter((kind) => !known?.has(kind))
      .map((kind) => `${path} is ${kind}, not ${[...(known ?? ['there'])]}`);
  });
  const keys = [...found.objects].flatMap(([path, sets]) => {
    const samples = golden.objects.get(path) ?? [];
    const always = [...(samples[0] ?? [])].filter((key) => samples.every((sample) => sample.has(key)));
    return sets.flatMap((set) => always.filter((key) => !set.has(key)).map((key) => `${path} lacks ${key}`));
  });
  return [...new Set([...kinds, ...keys])];
}
