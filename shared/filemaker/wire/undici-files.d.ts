/**
 * Files of undici that we use. Its index also loads fetch, WebSocket, caches and mocks, and with them Node's own fetch: 9 MB of memory.
 * undici declares no `exports`, so these paths resolve; they aren't guaranteed, so the version is pinned exactly.
 */
declare module "undici/lib/dispatcher/pool.js" {
  export { Pool as default } from "undici";
}
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici";
}
declare module "undici/lib/core/errors.js" {
  export { errors as default } from "undici";
}
