import { Float64RingBuffer, type RingSlice } from '../../platform/cache/float64-ring-buffer.ts';
import { type OfferDecoder, LazyOffer } from '../../travel/plain-offer.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/** Offers kept, all searches together: the largest search (31 date pairs of 150 offers) and little more. */
const KEPT_OFFERS_MAX = 4_700;
/** Room for as many offers of two directions with three flights each, which take 37 numbers: 2 MiB. */
const NUMBERS_MAX = 1 << 18;

/** All that one query found, cheapest first; which query of its search it answers is for the reader to say. */
export interface CachedFares {
  readonly offers: readonly SourcedOffer[];
  readonly searchedAt: Date;
  /** Of fares that nobody has searched: when the suppliers published them. */
  readonly publishedAt?: Date | undefined;
  /** Journeys the suppliers had beyond the number of offers asked for. */
  readonly omitted: number;
}

/** The same as it is kept. */
export interface CachedSearch extends Omit<CachedFares, 'offers'> {
  readonly parts: readonly CachedResultPart[];
  readonly offerCount: number;
}

/**
 * Offers of one supplier that follow each other: as numbers where their source can make them again, else as they are.
 */
type CachedResultPart =
  | (RingSlice & {
      readonly kind: 'numbers';
      readonly source: OfferDecoder;
      readonly supplierId: string;
      readonly supplierName: string;
    })
  | { readonly kind: 'offers'; readonly offers: readonly SourcedOffer[] };

/**
 * What searches found, by question; the oldest go first. Some ninety searches wait here at any moment of a busy
 * process, most of them never to be read: what is kept of them is a handful of objects and a stretch of numbers.
 */
export class SearchResultCache {
  readonly #ring = new Float64RingBuffer(NUMBERS_MAX);
  /** In the order of keeping. */
  readonly #searches = new Map<string, CachedSearch>();
  #offerCount = 0;

  /** Keeps what a search found; more than the bound is not kept. */
  keep(question: string, { offers, searchedAt, publishedAt, omitted }: CachedFares): void {
    this.#forget(question);
    if (offers.length > KEPT_OFFERS_MAX) return;
    this.#searches.set(question, {
      parts: this.#write(offers),
      offerCount: offers.length,
      searchedAt,
      publishedAt,
      omitted,
    });
    this.#offerCount += offers.length;
    for (const oldest of this.#searches.keys()) {
      if (this.#offerCount <= KEPT_OFFERS_MAX) return;
      this.#forget(oldest);
    }
  }

  /** What is kept of a question. */
  find(question: string): CachedSearch | undefined {
    return this.#searches.get(question);
  }

  /**
   * Its first offers, at most so many, with nothing of them written out; undefined where later searches took their
   * room.
   */
  read({ parts }: CachedSearch, offersMax = Number.POSITIVE_INFINITY): readonly SourcedOffer[] | undefined {
    const offers: SourcedOffer[] = [];
    for (const part of parts) {
      if (offers.length >= offersMax) break;
      if (part.kind === 'offers') {
        offers.push(...part.offers);
        continue;
      }
      const numbers = this.#ring.read(part);
      if (numbers === undefined) return undefined;
      const { source, supplierId, supplierName } = part;
      for (const offer of source.readOffers(numbers, offersMax - offers.length))
        offers.push({ supplierId, supplierName, queryIndex: 0, offer });
    }
    return offers;
  }

  #forget(question: string): void {
    this.#offerCount -= this.#searches.get(question)?.offerCount ?? 0;
    this.#searches.delete(question);
  }

  #write(offers: readonly SourcedOffer[]): readonly CachedResultPart[] {
    const parts: CachedResultPart[] = [];
    let from = 0;
    while (from < offers.length) {
      let to = from + 1;
      while (to < offers.length && isOfOnePart(offers[from], offers[to])) to += 1;
      parts.push(this.#writePart(offers, from, to));
      from = to;
    }
    return parts;
  }

  #writePart(offers: readonly SourcedOffer[], from: number, to: number): CachedResultPart {
    const first = offers[from];
    if (!(first?.offer instanceof LazyOffer)) return { kind: 'offers', offers: offers.slice(from, to) };
    const start = this.#ring.written;
    for (let i = from; i < to; i += 1) {
      const offer = offers[i]?.offer;
      if (offer instanceof LazyOffer) offer.writeNumbers(this.#ring);
    }
    const {
      supplierId,
      supplierName,
      offer: { source },
    } = first;
    return { kind: 'numbers', start, end: this.#ring.written, source, supplierId, supplierName };
  }
}

function isOfOnePart(a: SourcedOffer | undefined, b: SourcedOffer | undefined): boolean {
  if (a === undefined || b === undefined || a.supplierId !== b.supplierId) return false;
  return sourceOf(a) === sourceOf(b);
}

function sourceOf({ offer }: SourcedOffer): OfferDecoder | undefined {
  return offer instanceof LazyOffer ? offer.source : undefined;
}
