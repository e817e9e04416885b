-- Words come by the ten thousand, when many articles go into the index together: each was looked up as a reference, and its
-- trigrams were sorted into their index in parts too small to share anything.

-- The words of a site go with it by its deletion (features/sites/commands.ts); left behind they would do no harm.
alter table search_word drop constraint search_word_site_id_fkey;

-- Emptied by the one that fills it, as the index of the articles is.
alter index search_word_like set (gin_pending_list_limit = 65536);
