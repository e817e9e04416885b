-- Keyed hash of the text, which a withdrawal blocks; null for a text of less than 20 letters, which others write by chance.
alter table form_submission add column text_hash bytea;
