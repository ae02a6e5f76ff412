-- Runs once, before the first table is placed on the nodes (npm run migrate -- --distribute).

-- A key of a distributed table holds the column it is distributed by. The program itself looks whether a booking reference is taken.
alter table guest_directory drop constraint guest_directory_pkey, add primary key (organization_id, kind, ref);
create index guest_directory_ref on guest_directory (kind, ref);
