/** A row or more of every kind in every table of 0.1.0. */
import type pg from 'pg';

export async function seedEveryTable(pool: pg.Pool, migration: 19 | 25): Promise<void> {
  await pool.query(SITES);
  await pool.query(ARTICLES);
  await pool.query(migration === 19 ? FEATURES_OF_0019 : FEATURES_OF_0025);
  await pool.query(JOBS_AND_WEBHOOKS);
  await pool.query(CAMPAIGNS);
}

const SITES = `
  insert into site (id, name, url, locale, time_zone, api_key_required, content_version, version, changes_forgotten, voting_enabled)
    values (1, 'Posten', 'https://p.example', 'nb', 'Europe/Oslo', true, 7, 3, 2, true),
      (2, 'Empty', 'https://e.example', 'en', 'UTC', false, 0, 1, 0, false);
  insert into article_category (site_id, id, name, category_url, order_number, color) values (1, 3, 'Sea', 'sea', 1, '#fff');
  insert into section (site_id, id, name, section_url, locale, order_number, state, category_id, open_graph)
    values (1, 5, 'News', 'news', 'nb', 1, 'public', 3, '{"title": "N"}'), (1, 6, 'Old', 'old', 'nb', 2, 'hidden', null, null);
  insert into author (site_id, id, firstname, lastname, links, order_number, tags)
    values (1, 4, 'Åse', 'Ø', '{"x": "https://x.example"}', 1, '{a,b}');
  insert into page (site_id, id, name, menu_name, url, body, visibility) values (1, 2, 'About', 'About', 'about', '<p>x</p>', 'public');
  insert into issue (site_id, id, number, name, issue_url, published, created_at, updated_at)
    values (1, 8, 1, 'One', 'one', true, '2026-01-01Z', '2026-01-02Z');
  insert into event (site_id, id, name, start_date, end_date, images, location, is_served)
    values (1, 9, 'Fair', '2026-05-01Z', '2026-05-02Z', '[{"id": 1}]', '{"name": "Pier"}', true);
  insert into featured_item_container (site_id, id, identifier, name, order_number) values (1, 10, 'front', 'Front', 1);
  insert into api_key (id, name, scopes, all_sites, key_hash) values (1, 'Web', '{content:read}', false, '\\x0102');
  insert into api_key_site values (1, 1);
  insert into remembered_answer (caller, idempotency_key, request_hash, status, headers, body) values ('key 1', 'k', '\\x01', 201, '{}', '{"a":1}');
  insert into import (source, lines, digest, counts) values ('\\x0a', 12, '\\x0b', '{"articles": {"new": 3}}');
  insert into import_line select id, 7, 2, 'names something', '{"x":1}' from import;
  select setval('site_id', 2), setval('section_id', 6), setval('article_id', 12), setval('webhook_id', 1), setval('campaign_id', 3)`;

const ARTICLES = `
  insert into article (site_id, uid, id, state, version, published_version, section_id, category_id, article_url, title, type, source,
      tags, author_ids, written, pinned_index, publish_at, published_at, order_number, site_order_number, created_at, updated_at)
    select 1, ('00000000-0000-4000-8000-0000000000' || n)::uuid, id, state, 2, published, 5, 3, slug, slug, 'article', 'feed', '{sea}', '{4}',
      jsonb_build_object('title', slug, 'featured_articles', '[12]'::jsonb), pin, publish_at, published_at, number, number, '2026-01-01Z', '2026-01-02Z'
    from (values
      ('11', 11::bigint, 'published', 1, 'a', 2, null::timestamptz, '2026-01-02Z'::timestamptz, 1),
      ('12', 12, 'unpublished', 1, 'b', null, null, '2026-01-02Z', 2),
      ('13', null, 'draft', null, 'c', null, null, null, null),
      ('14', null, 'pending', null, 'd', null, null, null, null),
      ('15', null, 'scheduled', null, 'e', null, '2099-01-01Z', null, null)
    ) as seeded(n, id, state, published, slug, pin, publish_at, published_at, number);
  insert into article_revision select site_id, uid, 1, '{"title": "first", "featured_articles": [12]}', created_at, 'key 1' from article;
  insert into article_revision select site_id, uid, 2, written, updated_at, 'key 1' from article;
  insert into published_article (site_id, id, uid, section_id, category_id, article_url, pinned_index, is_served, doc, notice)
    select site_id, id, uid, section_id, category_id, article_url, pinned_index, true, '{"id":11,"title":"Å"}', '{"id":11}' from article where id = 11;
  insert into published_article_tag values (1, 'sea', 11);
  insert into published_article_author values (1, 4, 11);
  insert into article_count (site_id, list, total) values (1, 'site', 1), (1, 'section:5', 1), (1, 'drawn', 2), (1, 'tag:sea', 1);
  insert into issue_article values (1, 8, 11, 1);
  insert into featured_item_container_article values (1, 10, 12, 1);
  insert into article_like values (1, 11, 3, 1, 2, 0);
  insert into article_vote values (1, 11, '\\xabcd', 1);
  insert into article_search (site_id, id, tsv, section_id, number, head, is_fresh) values (1, 11, 'herring:1A boat:2', 5, 1, 'herring:1A', true);
  insert into search_word values (1, 'herring', 3)`;

const FEATURES_OF_0019 = `
  insert into published_article_feature (site_id, featured_id, id) values (1, 12, 11);
  insert into import_feature select id, 1, 11, '{12}' from import`;
const FEATURES_OF_0025 =
  'insert into published_article_feature (site_id, featured_id, id, position) values (1, 12, 11, 1)';

/** The trigger on events makes deliveries and lanes. */
const JOBS_AND_WEBHOOKS = `
  insert into job_schedule values ('publication.index', 60, '2026-01-01Z');
  insert into lane_holder values (77);
  insert into job_lane (kind, key, next_at, claim, holder)
    values ('articles.publish', '1:00000000-0000-4000-8000-000000000015', '2099-01-01Z', null, null), ('webhooks.replay', '1:1', '2026-01-01Z', 12345, 77);
  insert into job (kind, key, payload, run_at, tries, last_error)
    values ('articles.publish', '1:00000000-0000-4000-8000-000000000015', '{"site_id": 1, "uid": "00000000-0000-4000-8000-000000000015"}', '2099-01-01Z', 0, null),
      ('webhooks.replay', '1:1', '{"site_id": 1, "webhook_id": 1}', '2026-01-01Z', 2, 'x');
  insert into failed_job (kind, key, id, payload, tries, last_error, created_at) values ('rollups.rebuild', '3', 1, '{}', 9, 'y', '2026-01-01Z');
  insert into webhook (site_id, id, section_id, url, actions, active, pause_reason, signature_encoding, extra_headers, secret, notice, notice_at)
    values (1, 1, null, 'https://r.example/x ', '{publish,update}', false, 'gone', 'hex', true, '\\x01', 'paused: 410', '2026-01-03Z'),
      (1, 2, 5, 'https://s.example/', '{publish,unpublish}', true, null, 'base64', false, '\\x02', null, null);
  insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc)
    values (1, 6, 11, 'publish', 'all', 5, '{"action":"publish"}', '{"id":11}'), (1, 7, 12, 'unpublish', 'section', 5, '{"action":"unpublish"}', null);
  update webhook_delivery set state = 'delivered', attempts = 2, round = 3, last_status = 200, settled_at = '2026-01-03Z'
    where webhook_id = 2 and article_id = 11;
  insert into webhook_attempt (site_id, webhook_id, delivery_id, at, outcome, status, counts, timing, request_headers, answer)
    select site_id, webhook_id, id, '2026-01-03Z', 'delivered', 200, true, '{"total": 5}', '{"a": "b"}', 'ok' from webhook_delivery where round = 3;
  insert into secret_key (key) values ('\\x0c')`;

const CAMPAIGNS = `
  insert into campaign (id, site_id, section_id, name, last_user_id) values (3, 1, 5, 'Herring week', 1);
  insert into campaign_network values (3, 'twitter', 2, 1);
  insert into campaign_followers (campaign_id, part, followers) values (3, 0, decode(repeat('00', 4096), 'hex'));
  insert into campaign_user (campaign_id, id, user_type, user_id, username, followers, profile_at, first_at, posted_items_count, reply_count,
      score_trillionths, score_millionths_sum, stat1_sum, stat2_sum, stat3_sum)
    values (3, 1, 'twitter', '42', 'ase', 7, '2026-03-29Z', '2026-03-29Z', 2, 0, day_score(2), entry_score(4, 2, 7), 4, 2, 0);
  insert into campaign_entry (campaign_id, item_type, item_id, published_at, user_id, stat1, stat2, followers, hashtags, article_ids)
    values (3, 'twitter', '7', '2026-03-29Z', 1, 4, 2, 7, '{herring}', '{11}'), (3, 'twitter', 'x', '2026-03-29Z', 1, null, null, null, '{}', '{}');
  insert into campaign_day (campaign_id, network, day, posts, new_contributors, stat1, stat2, stat3, contributors, entries, hashtags)
    values (3, 'twitter', 20541, 2, 1, '\\x01', '\\x02', '\\x03', '\\x04', '\\x05', '\\x06');
  insert into campaign_month (campaign_id, network, month, posts, new_contributors, stat1, stat2, stat3, contributors)
    values (3, 'twitter', 674, 2, 1, '\\x01', '\\x02', '\\x03', '\\x04');
  insert into campaign_stale_day (campaign_id, network, day) values (3, 'twitter', 20542)`;
