import type { FieldProblem } from '../errors.ts';

/** Names in common use for our fields, plain, with the plain name of the field each is meant for. */
const MEANT_BY: Readonly<Record<string, string>> = {
  from: 'origin',
  source: 'origin',
  departureairport: 'origin',
  departurecity: 'origin',
  originairport: 'origin',
  origincode: 'origin',
  flyfrom: 'origin',
  to: 'destination',
  arrivalairport: 'destination',
  arrivalcity: 'destination',
  destinationairport: 'destination',
  destinationcode: 'destination',
  flyto: 'destination',
  departure: 'departuredate',
  depart: 'departuredate',
  departdate: 'departuredate',
  outbounddate: 'departuredate',
  date: 'departuredate',
  return: 'returndate',
  inbounddate: 'returndate',
  back: 'returndate',
  checkindate: 'checkin',
  arrivaldate: 'checkin',
  checkoutdate: 'checkout',
  city: 'cityname',
  pickuplocation: 'pickup',
  dropofflocation: 'dropoff',
  bookingreference: 'bookingref',
  reference: 'bookingref',
  pnr: 'bookingref',
  surname: 'lastname',
  familyname: 'lastname',
};

/**
 * The field that a name nobody knows was most likely meant for: the same but for case, underscores or a plural, or a
 * name in common use for it. Example: of `origins` and `destinations`, `origin` was meant for `origins`, and `to` for
 * `destinations`.
 */
export function findNearName(unknown: string, names: readonly string[]): string | undefined {
  if (!SHORT_NAME.test(unknown)) return undefined;
  const sent = plain(unknown);
  const meant = Object.hasOwn(MEANT_BY, sent) ? MEANT_BY[sent] : undefined;
  return names.find((name) => plain(name) === sent) ?? names.find((name) => plain(name) === meant);
}

/**
 * The problems of a request; of a field that is missing with the name it was sent under, where one beside it is near:
 * `did you mean origins?`.
 */
export function explainNearNames(
  problems: readonly FieldProblem[],
  sent: unknown,
  known: readonly string[],
): readonly FieldProblem[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return problems;
  const unknown = Object.keys(sent).filter((name) => !known.includes(name) && SHORT_NAME.test(name));
  return problems.map((field) => {
    if (!IS_MISSING.test(field.problem) || field.path === '') return field;
    const near = unknown.find((name) => findNearName(name, [field.path]) !== undefined);
    return near === undefined
      ? field
      : {
          ...field,
          problem: `${field.problem.replace(/\.$/, '')}. ${near} is not a field here: did you mean ${field.path}?`,
        };
  });
}

/** How a missing field is named: by itself, or as the first of several of which one is enough. */
const IS_MISSING = /^(?:is required|Say where:)/;

/** Others are nobody's near miss, and not repeated in an answer. */
const SHORT_NAME = /^\w{1,40}$/;

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '');
}
