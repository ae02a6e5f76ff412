-- Step by step
-- Discovery decides by the index alone which fares it shows, and reads only those rows: the stay lies before the day, since nearly every
-- question names one stay and many days, and what is decided by (seen_at) or shown of many places (amount) is part of the index.
create unique index concurrently observed_fare_key on observed_fare
  (origin, cabin_class, party, destination, stay_days, departure_date, supplier, account, caller) include (seen_at, amount, currency);
