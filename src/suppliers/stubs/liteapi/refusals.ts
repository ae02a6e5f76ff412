import type { StubAnswer } from '../send-answer.ts';

type Row = readonly [status: number, message: string];

/** Codes with the HTTP status and the message they come with: clients go by the code. A switch may name any other. */
const CODES: Readonly<Record<number, Row>> = {
  204: [204, 'Booking Id not found'],
  304: [304, 'unable to process request'],
  400: [400, 'bad request'],
  401: [401, 'unauthorized'],
  404: [404, 'not found'],
  429: [429, 'too many requests'],
  1000: [404, 'no alternative prebooks available'],
  1008: [404, 'booking not found'],
  2001: [204, 'no availability found'],
  2010: [400, 'booking is not confirmed'],
  2013: [400, 'booking failed'],
  2014: [400, 'booking incomplete'],
  4000: [400, 'bad request'],
  4002: [400, 'required request field is missing or wrong input'],
  4005: [400, 'duplicate booking attempt with existing client reference'],
  4009: [409, 'a rebook for this prebook was made before'],
  4010: [400, 'wrong rate id'],
  4016: [408, 'prebook timeout exceeded, please consider increasing'],
  4040: [408, 'this offer is marked as not valid, please refetch rates for this hotel'],
  4290: [429, 'rate limit exceeded'],
  4291: [503, 'rate limiter is not available'],
  5000: [400, 'unable to process request'],
  40302: [403, 'account is suspended'],
};

/** An error answer of LiteAPI, thrown from anywhere in a handler. */
export class LiteapiRefusal extends Error {
  readonly code: number;
  readonly status: number;
  readonly description: string | undefined;

  constructor(code: number, { status, message, description }: Partial<Refused> = {}) {
    super(message ?? CODES[code]?.[1] ?? 'error');
    this.name = 'LiteapiRefusal';
    this.code = code;
    this.status = status ?? CODES[code]?.[0] ?? 400;
    this.description = description;
  }
}

interface Refused {
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly description: string | undefined;
}

/** A refusal by its code; `description` says what exactly is wrong. */
export function refusal(code: number, description?: string): LiteapiRefusal {
  return new LiteapiRefusal(code, { description });
}

/** The answer a refusal is sent as; `isFlat` leaves out the `error` around it. */
export function presentRefusal(refused: LiteapiRefusal, isFlat = false): StubAnswer {
  const { code, message, description, status } = refused;
  const error = { code, message, ...(description === undefined ? {} : { description }) };
  return { status, body: isFlat ? error : { error } };
}
