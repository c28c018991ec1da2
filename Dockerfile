# The image of Enlace: `docker build -t enlace .` (docs/operations.md, "Containers"). The database is another container, or a server.
FROM node:24-trixie-slim AS build
WORKDIR /srv/enlace
# The packages change less than the code: their layer is used again.
COPY package.json package-lock.json ./
COPY scripts/note-install.sh scripts/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-trixie-slim
WORKDIR /srv/enlace
COPY --from=build /srv/enlace/package.json /srv/enlace/package-lock.json ./
COPY --from=build /srv/enlace/node_modules node_modules
COPY --from=build /srv/enlace/dist dist
COPY --from=build /srv/enlace/db db
COPY --from=build /srv/enlace/bin bin
COPY --from=build /srv/enlace/scripts scripts
COPY --from=build /srv/enlace/src src
# The proxy reaches the port of the container; files and the heads of the audit chains are kept in the volume.
ENV HOST=0.0.0.0 PORT=3000 ENLACE_DATA=/data TRUST_PROXY=1
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# SIGTERM ends it in at most 15 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/enlace"]
CMD ["serve"]
