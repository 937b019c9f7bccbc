import { Agent, createServer, ServerResponse } from "node:http";
import httpProxy from "http-proxy";
import { listen, peerArguments } from "./peer-program.ts";

// http-proxy with keep-alive on both sides, as its manual recommends.
const { upstream, connections } = peerArguments();
const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
const proxy = httpProxy.createProxyServer({ target: upstream, agent });
proxy.on("error", (_error, _request, response) => {
  if (!(response instanceof ServerResponse) || response.headersSent) response.destroy();
  else response.writeHead(502).end();
});
listen(createServer((request, response) => proxy.web(request, response)));
