-- expand: only shortens lists, which every program reads
-- A message had one entry for each of its files beyond 20, tens of thousands if it was made to harm, and lists of items show all of them.
update inbound_message
set refused_files = jsonb_path_query_array(refused_files, '$[0 to 19]') || jsonb_build_array(jsonb_build_object(
  'name', (jsonb_array_length(refused_files) - 20) || ' more', 'reason', 'A message may have 20 files.'))
where jsonb_array_length(refused_files) > 20;
