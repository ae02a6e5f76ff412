import { CONDITIONS, type Refusal, refuse } from '../../errors.ts';
import { checkQueryTexts, checkShape, holdsUsableTexts, parseJsonBody } from '../input/check-input.ts';
import { bodyBytesMax, hasNoBody, readBody } from '../input/read-body.ts';
import { findUnknownFields, writeWarnings } from '../input/unknown-fields.ts';
import type { AnyRoute } from '../route.ts';
import type { Exchange, Input } from './exchange.ts';

/**
 * Params, query and body as the operation declares them. Throws the 404 of an unknown id for a path of the wrong form,
 * 400, 413 and 415 for a body that cannot be read, and 422 with every field that is wrong.
 */
export async function readInput(exchange: Exchange): Promise<Input> {
  const {
    route: { declaration, takesBody },
    request,
  } = exchange;
  const body =
    takesBody && !hasNoBody(request.raw)
      ? parseJsonBody(await readBody(request.raw, bodyBytesMax), request.raw.headers)
      : {};
  exchange.sent = takesBody ? body : request.query;
  exchange.warnings = warnOf(exchange, body);
  return {
    params: declaration.params ? readParams(exchange) : request.params,
    query: declaration.query ? checkShape(declaration.query, checkQueryTexts(request.query)) : {},
    body: declaration.body ? checkShape(declaration.body, body) : {},
    sentBody: body,
  };
}

/** Fields that the operation does not have are passed over and named in a header of the answer. */
function warnOf({ route, request }: Exchange, body: unknown): string | undefined {
  const known = route.knownFields();
  return writeWarnings([...findUnknownFields(known.body, body), ...findUnknownFields(known.query, request.query)]);
}

/** A path parameter of the wrong form names nothing: the 404 of any other id that does not exist. */
function readParams(exchange: Exchange): unknown {
  const { params } = exchange.request;
  const parsed = exchange.route.declaration.params?.safeParse(params);
  if (!parsed?.success || !holdsUsableTexts(params)) throw refuseUnknownId(exchange.route.declaration);
  return parsed.data;
}

/** The operation's own refusal of an unknown id, so that a malformed id and an unknown one get the same answer. */
function refuseUnknownId({ refusals, unknownId }: AnyRoute): Refusal {
  const named = refusals.find(
    (condition) => condition !== 'resource_not_found' && CONDITIONS[condition].code === 'NOT_FOUND',
  );
  return refuse(named ?? 'resource_not_found', unknownId === undefined ? {} : { message: unknownId });
}
