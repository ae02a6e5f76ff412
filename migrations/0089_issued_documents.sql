-- Invoices and credit notes (decision 47), in the place of the table invoice. Each kind is numbered 1, 2, 3 … per organization without gaps: a
-- number is given and its row written in one transaction that holds the organization, and rows are never deleted (a sandbox reset
-- begins again). `cause`: what it was issued for, `sale` or the change of the booking; there is one document for each.
-- `seller`: who issued it, as they were then. `body`: its lines as they were issued, and the invoices it corrects.
create table issued_document (
  organization_id text not null,
  booking_ref text not null,
  cause text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null check (number > 0),
  issued_at timestamptz not null,
  seller jsonb not null,
  -- These three are null in invoices of before: they are frozen when they are next looked at.
  currency text,
  total bigint,
  body jsonb,
  primary key (organization_id, booking_ref, cause),
  unique (organization_id, kind, number)
);
-- Under another name nobody gives it a number while it is read: whoever was about to has ended by then, or fails.
alter table invoice rename to invoice_of_before;
insert into issued_document (organization_id, booking_ref, cause, kind, number, issued_at, seller)
  select organization_id, booking_ref, 'sale', 'invoice', number, issued_at, seller from invoice_of_before;
drop table invoice_of_before;

create function issued_document_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.body is null then
    return new;
  end if;
  -- A sandbox reset names its organization for the length of its own transaction; nothing else may delete.
  if tg_op = 'DELETE' then
    if old.organization_id = nullif(current_setting('bly.reset_organization', true), '') then
      return old;
    end if;
  end if;
  raise exception 'A document that was issued stays as it is: issue another.';
end
$$;
create trigger issued_document_stays before update or delete on issued_document for each row execute function issued_document_refuse_change();

-- With which card a payment was made, where the processor says so: for receipts. Never a whole number.
alter table payment add column card_brand text;
alter table payment add column card_last4 text;
-- apple_pay, google_pay, link: where the card came out of a wallet.
alter table payment add column card_wallet text;
alter table sandbox_payment add column card_brand text;
alter table sandbox_payment add column card_last4 text;
