-- How a message proved its sender; null if it did not, or was not asked to.
alter table inbound_message add column verified_by text check (verified_by in ('dmarc', 'dkim'));
