-- Step by step: flights that their airline renumbers, reroutes or cancels: whole segments before and after, and whether
-- leaving is free.
-- Replaces 1a795032f3d3abf0708923005fb4774355586ddf5ce4f958076f0b9d7809bd46

-- Repeats src/travel/schedule-change.ts.
alter table schedule_change drop constraint if exists schedule_change_severity_check,
  add constraint schedule_change_severity_check
  check (severity in ('minor', 'major', 'overnight', 'rerouted', 'missed_connection', 'cancelled')) not valid;
alter table schedule_change validate constraint schedule_change_severity_check;
-- Repeats src/bookings/model/schedule-states.ts. Accepting: the airline was asked and has not answered so far.
alter table schedule_change drop constraint if exists schedule_change_status_check,
  add constraint schedule_change_status_check
  check (status in ('open', 'accepting', 'accepted', 'refunded', 'superseded')) not valid;
alter table schedule_change validate constraint schedule_change_status_check;

-- Every flight of the item: [{change, sliceIndex, before, after}].
alter table schedule_change add column if not exists segments jsonb;
-- Null: only a quote of the airline says so.
alter table schedule_change add column if not exists is_free boolean;
alter table schedule_change add column if not exists can_accept boolean not null default true;
-- Real time until which the airline may still be working on an acceptance.
alter table schedule_change add column if not exists accepting_until timestamptz;

-- Processes of before this migration know no segments, and read the moves until they end.
alter table schedule_change alter column segments set default '[]';
alter table schedule_change alter column moves set default '[]';

-- What was stored as times alone, by the flights of its item. In batches.
update schedule_change change set
  is_free = change.severity <> 'minor',
  segments = coalesce((
    select jsonb_agg(jsonb_build_object(
      'change', case when move.value is null then 'unchanged' else 'retimed' end,
      'sliceIndex', slice.ordinality - 1,
      'before', case when move.value is null then segment.value else segment.value || jsonb_build_object(
        'depart', segment.value -> 'depart' || (move.value -> 'before' -> 'depart'),
        'arrive', segment.value -> 'arrive' || (move.value -> 'before' -> 'arrive')) end,
      'after', case when move.value is null then segment.value else segment.value || jsonb_build_object(
        'depart', segment.value -> 'depart' || (move.value -> 'after' -> 'depart'),
        'arrive', segment.value -> 'arrive' || (move.value -> 'after' -> 'arrive')) end
    ) order by slice.ordinality, segment.ordinality)
    from booking_item item
    cross join lateral jsonb_array_elements(item.details -> 'offer' -> 'slices') with ordinality slice
    cross join lateral jsonb_array_elements(slice.value -> 'segments') with ordinality segment
    left join lateral jsonb_array_elements(change.moves) move on move.value ->> 'segmentId' = segment.value ->> 'segmentId'
    where item.organization_id = change.organization_id and item.booking_ref = change.booking_ref and item.item_id = change.item_id
  ), '[]')
where change.ctid = any(array(select ctid from schedule_change where segments is null limit 500));
alter table schedule_change drop constraint if exists schedule_change_segments_there,
  add constraint schedule_change_segments_there check (segments is not null) not valid;
alter table schedule_change validate constraint schedule_change_segments_there;
alter table schedule_change alter column segments set not null;
alter table schedule_change drop constraint if exists schedule_change_segments_there;

-- The sandbox airline's own side: the flights of each direction after a change, all changes together; null in rows of before, which have shifts.
alter table sandbox_schedule_change add column if not exists flights jsonb;
alter table sandbox_schedule_change alter column shifts set default '{}';
