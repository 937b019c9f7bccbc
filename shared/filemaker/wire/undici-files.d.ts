/**
 * The files of undici that we use. Its index also loads fetch, WebSocket, caches and mocks, and Node's own fetch with them: 9 MB of memory.
 * undici declares no `exports`, so that these paths resolve; they are not promised, and the version is pinned exactly.
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
