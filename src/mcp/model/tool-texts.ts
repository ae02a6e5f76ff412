/** An operation as far as texts name it. */
interface NamedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** Texts of the API in the words of tools: `GET /v1/places` becomes `the tool places`, for an agent calls no paths. */
export type ToolTexts = (text: string) => string;

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}]*[\w}])/g;

/** The words for the operations that are tools; the paths of others stay as they are. */
export function toolTexts(operations: readonly NamedOperation[]): ToolTexts {
  const names = new Map(
    operations.map(({ operationId, method, path }) => [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, operationId]),
  );
  return (text) => text.replaceAll(CALL, (call) => (names.has(call) ? `the tool ${names.get(call)}` : call));
}
