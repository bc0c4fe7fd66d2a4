# docker build -t pappel . : docs/containers.md
FROM node:24-bookworm-slim AS build
WORKDIR /opt/pappel
COPY . .
# What only builds and tests need stays behind.
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /opt/pappel
COPY --from=build /opt/pappel .
# PostgreSQL, where none is named, runs as the user that owns its files: never root.
RUN install -d -o node -g node -m 0711 /data
USER node
VOLUME /data
# As `npm start`, without a program between the service and its signals.
ENV NODE_ENV=production DATA_DIR=/data PORT=8080 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
EXPOSE 8080 8081 8082 8083 2022
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--heap-growing-percent=40", "--max-semi-space-size=8", "apps/service/src/main.ts"]
