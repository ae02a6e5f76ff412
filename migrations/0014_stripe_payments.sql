-- What the Stripe adapter keeps: which object at Stripe stands for a payment of ours. Never read by the payments folder.
create table stripe_payment (
  organization_id text not null,
  processor_ref text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  return_url text not null,
  -- Counts the objects made for it, one after the other: the next is made only when the one before can no longer be paid.
  generation integer not null default 0,
  object_kind text check (object_kind in ('session', 'intent')),
  -- Null while Stripe has not answered who it is; nobody can pay it then.
  object_id text,
  session_expires_at timestamptz,
  is_closed boolean not null default false,
  primary key (organization_id, processor_ref)
);
