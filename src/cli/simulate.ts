import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { badUsage } from '../core/errors.ts';
import { simulator } from '../simulate/server.ts';
import { type Command, parsed, print, stopSignal } from './command.ts';

const USUAL_PORT = '4100';

export const simulate: Command = {
  summary: 'serve simulated feeds and networks on this machine, to try sources with',
  help: `Usage: masthead simulate [--port PORT]

Serves invented items as /feeds/rss.xml, /feeds/atom.xml, /feeds/rdf.xml and
/feeds/feed.json on 127.0.0.1, until Ctrl-C, and invented posts of X under
/x, of Mastodon under /mastodon, of Instagram and Facebook under /graph, and of
LinkedIn, Bluesky, YouTube and TikTok under /linkedin, /bluesky, /youtube and
/tiktok. The service reads the feeds with WEBHOOK_ALLOW_PRIVATE=1, and the
networks with
NETWORK_URLS=x=http://127.0.0.1:4100/x,mastodon=http://127.0.0.1:4100/mastodon,
instagram=http://127.0.0.1:4100/graph,facebook=http://127.0.0.1:4100/graph,
both outside production only.

  POST /_sim/items     adds an item: {"title": "…", "body": "<p>…</p>", "id": "…"};
                       an item with a known id is replaced
  POST /_sim/faults    {"path": "/feeds/rss.xml", "status": 503, "retry_after": 60};
                       status 0 ends the fault
  POST /_sim/x/seed    adds posts: {"posts": [{"text": "#harbour …", "user": "…"}],
                       "count": 5}; one with a known id is changed, for instance
                       to {"id": "…", "state": "gone"} or "protected". "limits"
                       and "dialect" change the quotas and the words of the answers
  POST /_sim/x/fault   {"match": "/2/tweets", "kind": "unauthorized", "count": 3};
                       kinds: unauthorized, locked, rate_limited,
                       rate_limited_legacy, capped, credits, unavailable, html,
                       cut, empty; of Instagram and Facebook also expired,
                       password_changed, checkpoint, removed, logged_out,
                       session, forbidden; of linkedin also expired, revoked,
                       forbidden, version_retired; of bluesky expired, revoked;
                       of youtube forbidden, bad_page; of tiktok forbidden
                       (both also for the other networks, whose "switches" turn
                       on what is not known for sure of them: ids_fail_together,
                       hides_media, search_is_free, unknown_hashtags,
                       no_usage_headers; of linkedin names_forbidden,
                       nameless_errors; of bluesky not_found_posts; of youtube
                       hidden_likes; of tiktok short_pages)
  POST /_sim/clock     {"ahead": 600} moves the clock of the networks by seconds,
                       {"at": "2026-03-01T10:00:00Z"} stops it there
  GET /_sim/requests   the requests so far

  --port PORT          the port (default: ${USUAL_PORT}; 0 for any)`,
  async run(args) {
    const { values } = parsed(args, { port: { type: 'string', default: USUAL_PORT } });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw badUsage('--port must be a port.');
    const stopped = stopSignal();
    const server = simulator().listen(Number(values.port), '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server's address
    print(`Simulated feeds are at http://127.0.0.1:${port}/feeds/rss.xml, atom.xml, rdf.xml and feed.json`);
    print(
      `Simulated networks are at http://127.0.0.1:${port}/x, /mastodon, /graph, /linkedin, /bluesky, /youtube and /tiktok`,
    );
    await stopped;
    server.closeAllConnections();
    server.close();
  },
};
