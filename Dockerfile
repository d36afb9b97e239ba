# The market's image: `docker build -t caveat .` It serves by default; `node --import tsx server/cli/worker.ts` is a worker.

FROM node:24-bookworm-slim AS build
WORKDIR /market
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf .next/cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 DATA_DIR=/data
WORKDIR /market
# Texts of strangers and documents are read in child processes that load their sources, so sources are in the image.
COPY --from=build --chown=node:node /market ./
RUN mkdir -m 0700 /data && chown node:node /data
USER node
# Without DATABASE_URL the market keeps its data and its keys here, in one process.
VOLUME /data
EXPOSE 3000
# Next itself, not npm: it hears the signal to stop.
CMD ["node", "node_modules/next/dist/bin/next", "start"]
