-- How often the guest has withdrawn the links to the documents of a booking (src/bookings/document-link.ts): part of every link.
alter table booking add column documents_withdrawn integer not null default 0;
