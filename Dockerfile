# Masthead in an image: the program, Node.js and the embedded PostgreSQL. Its root file system can be read-only; /data is the one volume.
# test/image.slow.test.ts builds and starts it on a base of its own, because no image can be pulled where Masthead is tested.
# BASE is any Debian or Ubuntu with Node.js 20.19 or newer.
ARG BASE=docker.io/library/node:22-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM ${BASE}
ENV NODE_ENV=production SERVICE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /opt/masthead
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY --from=build /build/migrations migrations
COPY --from=build /build/public public
COPY --from=build /build/docs docs
# PostgreSQL needs a name for the account that it runs as.
RUN echo masthead:x:10001:10001::/data:/usr/sbin/nologin >> /etc/passwd && mkdir /data && chown 10001:10001 /data && ln -s /opt/masthead/dist/cli/main.js /usr/local/bin/masthead
USER 10001:10001
VOLUME /data
EXPOSE 4000
# Alive, not ready: Swarm replaces an unhealthy container, and in an outage of the database its cached answers would be lost.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It finishes requests in flight and exits within 23 seconds of SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["masthead"]
CMD ["start"]
