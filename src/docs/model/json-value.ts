/** A value as a record, or an empty one: documents are plain data whose shape is looked at step by step. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A value as a list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as a text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What a `$ref` of the document points at; anything else is itself. */
export function resolveRef(
  document: Readonly<Record<string, unknown>>,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const record = recordOf(value);
  const reference = textOf(record['$ref']);
  if (reference === '') return record;
  let found: unknown = document;
  for (const part of reference.split('/').slice(1)) found = recordOf(found)[part];
  return resolveRef(document, found);
}
