-- Mails about flights that were moved (src/mail).

alter table mail_message drop constraint mail_message_kind_check;
-- Repeats src/mail/model/mail-states.ts.
alter table mail_message add constraint mail_message_kind_check check (kind in ('confirmed', 'failed', 'refunded', 'changed', 'rescheduled'));
-- The schedule_change that such a mail tells of.
alter table mail_message add column item_id text;
alter table mail_message add column schedule_number integer;
alter table mail_message add constraint mail_message_schedule_check check ((kind = 'rescheduled') = (item_id is not null and schedule_number is not null));
