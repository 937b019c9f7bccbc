import httpProxy from "@fastify/http-proxy";
import fastify from "fastify";
import { announce, peerArguments } from "./peer-program.ts";

const { upstream, connections } = peerArguments();
const app = fastify({ logger: false, bodyLimit: Number.MAX_SAFE_INTEGER });
await app.register(httpProxy, { upstream, undici: { connections, pipelining: 1 } });
await app.listen({ port: 0, host: "127.0.0.1" });
announce(app.server);
