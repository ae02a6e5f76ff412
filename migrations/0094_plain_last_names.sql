-- Step by step: bookings stored before are found by a last name in plain letters, too (src/bookings/model/fold-name.ts).
-- In batches: names with a letter that Unicode does not take apart.
update booking set last_name_folded =
  replace(replace(replace(translate(last_name_folded, 'ØŁĐÐĦŊŦ', 'OLDDHNT'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH')
where (organization_id, booking_ref) in (
  select organization_id, booking_ref from booking where last_name_folded ~ '[ØŁĐÐĦŊŦÆŒÞ]' limit 1000);
