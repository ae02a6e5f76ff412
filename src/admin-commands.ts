import { reconcile } from './bookings/reconcile/reconcile.ts';
import { resetSecondFactorForAdmin } from './accounts/second-factor/change-second-factor.ts';
import { makeUserForAdmin } from './accounts/create-user-for-admin.ts';
import { ReconcileStep, stepReconcile } from './bookings/reconcile/run-reconcile.ts';
import type { App } from './context.ts';
import { explainSlowStatements } from './platform/db/slow-statements.ts';
import {
  addCreditsForAdmin,
  listOrganizationsForAdmin,
  setLimitsForAdmin,
} from './metering/administer-organizations.ts';
import { makeFundedKey } from './metering/make-key-for-admin.ts';
import { OAUTH_KEYS } from './oauth/model/oauth-keys.ts';
import { readAdminArguments } from './platform/admin/admin-arguments.ts';
import type { AdminCommands } from './platform/admin/admin-socket.ts';
import { replaceStolenKeys, rotateSigningKeys } from './platform/security/signing-keys/signing-keys.ts';
import { DOCUMENT_KEYS } from './signatures/model/document-keys.ts';
import { exportForAdmin } from './exports/export-for-admin.ts';
import { showArchiveForAdmin } from './retention/archive/show-archive.ts';
import { eraseBookingForAdmin } from './retention/erase-booking.ts';
import { showErasureForAdmin } from './retention/show-erasure.ts';
import { getRulesForAdmin, setRulesForAdmin } from './pricing/administer-rules.ts';
import { beginWarmingForAdmin, stepWarmingForAdmin } from './flights/warming/warm-for-admin.ts';
import { importRatesForAdmin, listRatesForAdmin } from './rates/import-rates.ts';
import { decideForAdmin } from './decisions/decide-for-admin.ts';
import { decideApprovalForAdmin, listApprovalsForAdmin } from './mandates/decide-for-admin.ts';
import { listChangesForPeople } from './servicing/engine/list-manual-changes.ts';
import {
  addAccountForAdmin,
  checkAccountForAdmin,
  listAccountsForAdmin,
  removeAccountForAdmin,
} from './supplier-accounts/administer-accounts.ts';
import { listSuppliersForAdmin, switchSaleForAdmin } from './supplier-accounts/sale/administer-sale.ts';
import { listProviders } from './suppliers/calls/find-supplier.ts';

/** What `bly admin` may have a running process do, by the name that it sends over the process's socket. */
export function adminCommands(app: App): AdminCommands {
  return {
    create_key: (args) => makeFundedKey(app, args),
    create_user: (args) => makeUserForAdmin(app, args),
    reset_second_factor: (args) => resetSecondFactorForAdmin(app, args),
    list_organizations: (args) => listOrganizationsForAdmin(app, args),
    add_credits: (args) => addCreditsForAdmin(app, args),
    set_limits: (args) => setLimitsForAdmin(app, args),
    add_supplier_account: (args) => addAccountForAdmin(app, args),
    list_supplier_accounts: (args) => listAccountsForAdmin(app, args),
    check_supplier_account: (args) => checkAccountForAdmin(app, args),
    remove_supplier_account: (args) => removeAccountForAdmin(app, args),
    switch_supplier: (args) => switchSaleForAdmin(app, args),
    list_suppliers: (args) => listSuppliersForAdmin(app, args),
    get_pricing_rules: (args) => getRulesForAdmin(app, args),
    set_pricing_rules: (args) => setRulesForAdmin(app, listProviders(app), args),
    // The whole proof in one call, as an earlier command line asks for it.
    reconcile: () => reconcile(app),
    reconcile_step: (args) => stepReconcile(app, readAdminArguments(ReconcileStep, args)),
    explain_slow: (args) => explainSlowStatements(app, args),
    export: (args) => exportForAdmin(app, args),
    show_erasure: () => showErasureForAdmin(app),
    show_archive: () => showArchiveForAdmin(app),
    erase_booking: (args) => eraseBookingForAdmin(app, args),
    list_manual_changes: () => listChangesForPeople(app),
    decide_change: (args) => decideForAdmin(app, args),
    list_approvals: (args) => listApprovalsForAdmin(app, args),
    decide_approval: (args) => decideApprovalForAdmin(app, args),
    import_rates: (args) => importRatesForAdmin(app, args),
    list_rates: () => listRatesForAdmin(app),
    begin_warming: (args) => beginWarmingForAdmin(app, args),
    warming_step: (args) => stepWarmingForAdmin(app, args),
    rotate_oauth_keys: () => rotateSigningKeys(app, OAUTH_KEYS),
    rotate_signing_key: () => rotateSigningKeys(app, DOCUMENT_KEYS),
    replace_signing_keys: () => replaceStolenKeys(app, DOCUMENT_KEYS),
  };
}
