/**
 * Node's HTTP without the cost of importing it as a module: a module lists its exports, one of `node:http` is `WebSocket`, and for that
 * Node loads its own fetch, which takes 14 MB and isn't used here. Types come from `node:http`.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");
