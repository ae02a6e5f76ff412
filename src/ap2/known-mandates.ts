/** What checkouts need of stored mandates and of the issuers an organization trusts; the SQL stays in `store.ts`. */
export { findMandate, isMandateMissing, type PresentedMandate, readIssuers, settleMandate } from './store.ts';
