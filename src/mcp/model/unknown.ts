import { findNearName } from '../../platform/refusals/near-names.ts';
import { type JsonSchema, propertiesOf, resolve, schemaAt, schemasAt } from './json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** How many unknown fields are named, and how much of each path: names are the caller's and may be of any length. */
const namedMax = 10;
const nameLengthMax = 40;
const pathLengthMax = 120;

/** A field that its schema does not have. */
export interface UnknownField {
  readonly path: string;
  /** The field of the schema that it was most likely meant for, where that one was not sent. */
  readonly meant: string | undefined;
}

/**
 * The fields of a value that its schema does not have, by their paths (`upsert_travelers.travelers[0].nickname`): the
 * first few, cut short. Of an object that may hold any field, and of one of several forms that none of them describes,
 * nothing is unknown.
 */
export function findUnknown(schema: JsonSchema, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  look({ root: schema, found }, [schema], value, '');
  return found;
}

interface Search {
  readonly root: JsonSchema;
  readonly found: UnknownField[];
}

function look(search: Search, schemas: readonly JsonSchema[], value: unknown, path: string): void {
  if (search.found.length >= namedMax || typeof value !== 'object' || value === null) return;
  const forms = schemas.flatMap((schema) => formsOf(schema, search.root));
  if (Array.isArray(value)) {
    const items = forms.map((form) => schemaAt(form, 'items')).filter((item) => Object.keys(item).length > 0);
    if (items.length > 0)
      for (const [index, element] of value.entries()) look(search, items, element, `${path}[${index}]`);
    return;
  }
  // A form without named fields takes any (free metadata); so does one that says what its others are.
  const objects = forms.filter(
    (form) => form['properties'] !== undefined || form['additionalProperties'] !== undefined,
  );
  if (
    !isObject(value) ||
    objects.length === 0 ||
    objects.some((form) => form['additionalProperties'] !== undefined && form['additionalProperties'] !== false)
  )
    return;
  for (const [name, element] of Object.entries(value)) {
    const known = objects.flatMap((form) => {
      const properties = propertiesOf(form);
      return Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [];
    });
    const short = name.slice(0, nameLengthMax);
    const at = (path === '' ? short : `${path}.${short}`).slice(0, pathLengthMax);
    if (known.length > 0) look(search, known, element, at);
    else if (search.found.length < namedMax)
      search.found.push({ path: at, meant: meantBy(name, objects, value, path) });
  }
}

/** The path of the field a name was meant for, among those that were not sent beside it. */
function meantBy(
  name: string,
  objects: readonly JsonSchema[],
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const free = objects
    .flatMap((form) => Object.keys(propertiesOf(form)))
    .filter((other) => !Object.hasOwn(value, other));
  const meant = findNearName(name, free);
  return meant === undefined || path === '' ? meant : `${path}.${meant}`;
}

/** A schema with all its forms: what any of them has is known. */
function formsOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const own = resolve(schema, root);
  return [
    own,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => schemasAt(own, key)).flatMap((branch) => formsOf(branch, root)),
  ];
}
