# The Gleaner image. docs/deploy.md explains how to build and run it. Nothing in this file depends on the machine's architecture.
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
RUN mkdir /app && cp -r bin deploy/healthcheck.mjs dist node_modules package.json LICENSE /app

FROM ${BASE_IMAGE}
# The browser renders without a graphics card, so Mesa's drivers (200 MB with their compilers) are never loaded.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium-headless-shell tini \
 && rm -f /usr/lib/*/libLLVM* /usr/lib/*/libgallium* /usr/lib/*/libz3* /usr/lib/chromium/libVkLayer_* \
 && rm -rf /usr/share/doc /usr/share/locale /usr/share/man \
 && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log /var/cache/debconf/*-old \
 && groupadd --gid 10001 gleaner \
 && useradd --uid 10001 --gid gleaner --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin gleaner \
 && install --directory --owner gleaner --group gleaner --mode 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app

ENV NODE_ENV=production \
    GLEANER_HOST=0.0.0.0 \
    GLEANER_DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
# tini forwards signals, and reaps processes that browsers leave behind.
ENTRYPOINT ["tini", "--", "node", "/app/bin/gleaner.mjs"]
CMD ["serve"]
