-- Exchange rates of a production installation: the newest of each pair, whoever imported or read it. They belong to the
-- installation, not to an organization. `rate` is units of `currency` for one of `base`, exact as it was published.
create table fx_rate (
  base text not null check (base ~ '^[A-Z]{3}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> base),
  rate numeric not null check (rate > 0),
  as_of timestamptz not null,
  source text not null,
  stored_at timestamptz not null,
  primary key (base, currency)
);
