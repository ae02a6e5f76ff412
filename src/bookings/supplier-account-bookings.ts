import type { AccountBookings } from '../supplier-accounts/account-bookings.ts';
import { countOpenOfAccount, findLatestOrder } from './store-open.ts';

/** The bookings that need an account at a supplier; `app.ts` hands it to those who manage accounts. */
export const supplierAccountBookings: AccountBookings = { countOpen: countOpenOfAccount, findLatestOrder };
