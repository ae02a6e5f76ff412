-- Mails about bookings (src/mail). No address and no content: a mail is written from its booking when it is sent.

create table mail_message (
  organization_id text not null,
  -- At most one mail per event (contract, section 7).
  event_id text not null,
  kind text not null check (kind in ('confirmed', 'failed', 'refunded', 'changed')),
  booking_ref text not null,
  trip_id text not null,
  -- Repeats src/mail/model/mail-states.ts.
  status text not null default 'pending' check (status in ('pending', 'sent', 'rejected', 'failed', 'skipped')),
  -- Why it was not sent: a code, never what a server said.
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, event_id),
  check ((status = 'pending') = (settled_at is null)),
  check (reason is null or status in ('rejected', 'failed', 'skipped'))
);

-- The language a trip's payer last read the hosted page in.
create table mail_language (
  organization_id text not null,
  trip_id text not null,
  language text not null,
  primary key (organization_id, trip_id)
);
