/** What checkouts need of stored mandates and of the issuers an organization trusts; the SQL stays in `store.ts`. */
export { findAp2Mandate, isMandateMissing, type PresentedMandate, readIssuers, settleAp2Mandate } from './store.ts';
