-- A key may have no quota: quota_calls is null (src/identity). The key printed at the first start of a sandbox installation has none.
alter table api_key alter column quota_calls drop not null;

-- The key that an earlier version printed at its first start: the process itself made it, under this name, while there was no other key.
update api_key set quota_calls = null
where name = 'first key' and created_by is null and quota_calls = 1000
  and created_at = (select min(created_at) from api_key)
  and organization_id in (select organization_id from organization where environment = 'sandbox');
