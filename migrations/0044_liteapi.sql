-- LiteAPI is a supplier that organizations may have an account of their own at: src/supplier-accounts.

alter table supplier_account drop constraint supplier_account_supplier_check;
alter table supplier_account add constraint supplier_account_supplier_check check (supplier in ('duffel', 'liteapi'));
