-- Mails that say what became of a request that people or a supplier declined, and that a supplier cancelled what stands.

alter table mail_message drop constraint mail_message_kind_check;
-- Repeats src/mail/model/mail-states.ts.
alter table mail_message add constraint mail_message_kind_check
  check (kind in ('confirmed', 'failed', 'refunded', 'changed', 'rescheduled', 'declined', 'cancelled_elsewhere')) not valid;
alter table mail_message validate constraint mail_message_kind_check;
