-- Hotels of suppliers that are too far away to be searched by name, stored city by city: src/hotels/content.
-- They belong to no organization: a supplier lists the same hotels to every account.

create table hotel_content_city (
  supplier text not null,
  country text not null,
  -- The name as it is compared, and as the supplier's searches name it.
  city text not null,
  name text not null,
  status text not null check (status in ('waiting', 'filling', 'filled', 'failed')),
  -- On whose behalf it is read, with whose share of the supplier: an organization.
  requested_by text not null,
  -- A round lists all hotels, or (changed_since) what has changed.
  round integer not null default 0,
  round_started_at timestamptz,
  changed_since timestamptz,
  next_offset integer not null default 0,
  -- How many hotels the supplier says there are in the round, and how many of them were read and left out.
  listed integer,
  read integer not null default 0,
  left_out integer not null default 0,
  -- Of the last round that was ended: when it began, and what there is since.
  filled_at timestamptz,
  listed_whole_at timestamptz,
  hotels integer not null default 0,
  latitude double precision,
  longitude double precision,
  failure text,
  used_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (supplier, country, city)
);
create index hotel_content_city_requested on hotel_content_city (requested_by, status);
create index hotel_content_city_used on hotel_content_city (used_at);

create table hotel_content (
  supplier text not null,
  hotel_id text not null,
  country text not null,
  city text not null,
  round integer not null,
  -- A hotel as lists show it, and all that is known of it, where somebody has read it.
  facts jsonb not null,
  detail jsonb,
  detail_at timestamptz,
  -- Its name and its town, word by word.
  terms tsvector not null,
  latitude double precision not null,
  longitude double precision not null,
  review_count integer,
  primary key (supplier, hotel_id)
);
create index hotel_content_city_hotels on hotel_content (supplier, country, city);
create index hotel_content_terms on hotel_content using gin (terms);
create index hotel_content_place on hotel_content (latitude, longitude);
