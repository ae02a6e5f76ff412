-- Repeats src/payments/model/payment-states.ts: people may give back what the processor has refused (by_hand).
alter table payment_refund drop constraint if exists payment_refund_status_check,
  add constraint payment_refund_status_check check (status in ('intended', 'refunded', 'refused', 'by_hand')) not valid;
