/**
 * Node's HTTP, without what its import as a module brings along: a module lists its exports, one of `node:http` is `WebSocket`, and for
 * that Node reads its own fetch, which takes 14 MB and is used by nothing here. Types come from `node:http`.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");
