import type { OrderBook, StockContext } from '../../order-book/order-book.ts';
import type { StockOrder } from '../../order-book/stock-order.ts';
import type { Db } from '../../../src/platform/db/db.ts';
import type { RentalBookRequest } from '../../../src/suppliers/ports/cars.ts';
import type { RentalWorld } from '../rental-world.ts';
import type { StatedRental } from '../stated-rental.ts';

/** What exchanging is made of: the order book it shares with booking, and what there is to rent. */
export interface RentalExchangeParts {
  readonly db: Db;
  readonly rentals: RentalWorld;
  readonly orderBook: Pick<OrderBook<RentalBookRequest>, 'ask' | 'note'>;
}

/** A rental that may be exchanged. */
export interface HeldRental {
  readonly order: StockOrder;
  readonly offerKey: string;
  /** The car as it was sold: its price holds while car and times are not changed. */
  readonly offer: StatedRental;
  readonly pricedAt: Date;
  /** What is rented out, this rental not counted. */
  readonly stock: StockContext;
}
