import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { badUsage } from '../core/errors.ts';
import { simulatedFeeds } from '../simulate/feeds.ts';
import { type Command, parsed, print, stopSignal } from './command.ts';

const USUAL_PORT = '4100';

export const simulate: Command = {
  summary: 'serve simulated feeds on this machine, to try sources with',
  help: `Usage: masthead simulate [--port PORT]

Serves invented items as /feeds/rss.xml, /feeds/atom.xml, /feeds/rdf.xml and
/feeds/feed.json on 127.0.0.1, until Ctrl-C. The service reads them with
WEBHOOK_ALLOW_PRIVATE=1, outside production only.

  POST /_sim/items     adds an item: {"title": "…", "body": "<p>…</p>", "id": "…"};
                       an item with a known id is replaced
  POST /_sim/faults    {"path": "/feeds/rss.xml", "status": 503, "retry_after": 60};
                       status 0 ends the fault
  GET /_sim/requests   the requests so far

  --port PORT          the port (default: ${USUAL_PORT}; 0 for any)`,
  async run(args) {
    const { values } = parsed(args, { port: { type: 'string', default: USUAL_PORT } });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw badUsage('--port must be a port.');
    const stopped = stopSignal();
    const server = simulatedFeeds().listen(Number(values.port), '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server's address
    print(`Simulated feeds are at http://127.0.0.1:${port}/feeds/rss.xml, atom.xml, rdf.xml and feed.json`);
    await stopped;
    server.closeAllConnections();
    server.close();
  },
};
