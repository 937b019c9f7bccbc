/// <reference path="./undici-files.d.ts" />
export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as errors } from "undici/lib/core/errors.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";
