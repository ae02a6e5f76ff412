import { readFile } from 'node:fs/promises';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Parts of the document that stand in it only where something names them. */
const NAMED = ['schemas', 'responses'] as const;
const REFERENCE = /"#\/components\/(\w+)\/([\w.-]+)"/g;

/**
 * The published contract of the operations that this process serves: `openapi.json` without the others and what only
 * they name, equal to what `buildOpenApi` makes of these operations (a test compares them). Read from the file, which a
 * check holds equal to the code: building it took 219 ms in one piece, reading it 22.
 */
export async function readServedDocument(served: readonly { readonly operationId: string }[]): Promise<JsonRecord> {
  const text = await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8');
  const document: JsonRecord = JSON.parse(text);
  const operationIds = new Set(served.map(({ operationId }) => operationId));
  const paths = Object.fromEntries(
    Object.entries(recordOf(document['paths'])).flatMap(([path, item]) => {
      const methods = Object.entries(recordOf(item)).filter(([, operation]) =>
        operationIds.has(String(recordOf(operation)['operationId'])),
      );
      return methods.length === 0 ? [] : [[path, Object.fromEntries(methods)] as const];
    }),
  );
  const tags = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(tagsOf)));
  return {
    ...document,
    tags: listOf(document['tags']).filter((tag) => tags.has(recordOf(tag)['name'])),
    paths,
    components: namedComponents(recordOf(document['components']), [paths, document['webhooks']]),
  };
}

/** The components without the schemas and answers that neither these parts of the document name nor what they name. */
function namedComponents(components: JsonRecord, parts: readonly unknown[]): JsonRecord {
  const named = new Set<string>();
  const waiting = [...parts];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, section = '', name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (named.has(`${section}/${name}`)) continue;
      named.add(`${section}/${name}`);
      waiting.push(recordOf(components[section])[name]);
    }
  }
  const remaining = NAMED.map((section) => [
    section,
    Object.fromEntries(
      Object.entries(recordOf(components[section])).filter(([name]) => named.has(`${section}/${name}`)),
    ),
  ]);
  return { ...components, ...Object.fromEntries(remaining) };
}

const tagsOf = (operation: unknown): readonly unknown[] => listOf(recordOf(operation)['tags']);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (value: unknown): JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
