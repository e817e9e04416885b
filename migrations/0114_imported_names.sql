-- An import brings people and keys, who may get other ids here: `person:3` of the file is who `names` says.
alter table import add column names jsonb not null default '{}';

-- A key that came without its hash opens nothing until it is renewed.
alter table api_key alter column key_hash drop not null;
