// The modules of undici that the adapter is made of. undici's index also loads fetch, WebSocket, caches and mocks: a third of
// a function's bundle and half of its import time (docs/decisions/0007-small-bundles.md). The version is pinned exactly.

declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export default buildConnector;
}

declare module "undici/lib/core/errors.js" {
  import { errors } from "undici";
  export default errors;
}
