# The data is in /data: give it a volume. The staff console is off, for nobody outside could reach its loopback.
# By tag, not by digest: no registry was at hand to pull and run an image by one. Where yours is, write the digest that
# `docker buildx imagetools inspect node:24-bookworm-slim` prints behind each tag, after you have run that image.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# What `--version` says of the build: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has a Node already: the one that the registry carries is optional.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY contract contract
COPY domain domain
COPY sheets sheets
COPY server server
COPY deploy/maintenance.html deploy/maintenance.html
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    STAFF_PORT=off \
    METRICS_PORT=off \
    DATABASE_URL=sqlite:/data/moushikomi.db \
    MAIL_FOLDER=/data/mail \
    INVITATION_KEYS_FILE=/data/invitation-keys \
    LINK_KEYS_FILE=/data/link-keys \
    STAFF_KEY_FILE=/data/staff-key
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "server/main.ts"]
