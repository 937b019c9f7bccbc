import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Dispatcher, Pool } from "undici";
import { listen, peerArguments } from "./peer-program.ts";

// Minimal correct proxy with undici: it doesn't check or change anything, but it aborts the upstream call when the client disconnects,
// waits for slow clients, and never ends a broken answer cleanly.
const { upstream, connections } = peerArguments();
const pool = new Pool(upstream, { connections, pipelining: 1 });
listen(createServer((request, response) => relay(request, response)));

function relay(request: IncomingMessage, response: ServerResponse): void {
  let upstreamCall: Dispatcher.DispatchController | undefined;
  let finished = false;
  response.once("close", () => {
    if (!finished) upstreamCall?.abort(new Error("the client left"));
  });
  const options: Dispatcher.DispatchOptions = {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: requestHeaders(request.rawHeaders),
    body: hasBody(request) ? request : null,
  };
  pool.dispatch(options, {
    onRequestStart(controller) {
      upstreamCall = controller;
      if (response.destroyed) controller.abort(new Error("the client left"));
    },
    onResponseStart(controller, status) {
      response.writeHead(status, answerHeaders(controller.rawHeaders));
    },
    onResponseData(controller, bytes) {
      if (response.write(bytes)) return;
      controller.pause();
      response.once("drain", () => controller.resume());
    },
    onResponseEnd() {
      finished = true;
      response.end();
    },
    onResponseError() {
      finished = true;
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(502).end();
    },
  });
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

function requestHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? "";
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, raw[at + 1] ?? "");
  }
  return kept;
}

function answerHeaders(raw: Dispatcher.DispatchController["rawHeaders"]): string[] {
  const kept: string[] = [];
  if (!Array.isArray(raw)) return kept;
  for (let at = 0; at < raw.length; at += 2) {
    const name = String(raw[at]);
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, raw[at + 1]?.toString("latin1") ?? "");
  }
  return kept;
}

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect", "te", "host"]);
