import type { IncomingMessage, ServerResponse } from "node:http";
import { handleAdminApi, type Listener } from "./admin-api/handle.ts";
import { applyFaults, faultyBodySender } from "./apply-faults.ts";
import { type Controls, handleControl } from "./control.ts";
import { handleDataApi } from "./data-api/handle.ts";
import { streamContainer } from "./data-api/stream-container.ts";
import type { Host } from "./host.ts";
import { type IncomingCall, incomingCall } from "./http/incoming-call.ts";
import { htmlReply, type Reply } from "./http/reply.ts";
import { writeReply } from "./http/write-reply.ts";
import { handleOData } from "./odata/handle.ts";
import { serverInfo } from "./server-info.ts";

/** Answers a request: applies faults, then calls the API in its path. */
export async function handleRequest(
  host: Host,
  message: IncomingMessage,
  response: ServerResponse,
  scheme: "http" | "https",
  controls: Controls,
  listener: Listener = "public",
): Promise<void> {
  const gone = new AbortController();
  // With a reason, the abort doesn't create an exception object, which would take a tenth of a call's time.
  response.once("close", () => gone.abort("gone"));
  const call = incomingCall(message, scheme, gone.signal);
  host.clock.tick();
  response.setHeader("Date", new Date(host.clock.now()).toUTCString());
  try {
    if (listener === "public" && call.segments?.[0] === "sandbox") {
      await writeReply(call, response, await handleControl(host, call, controls));
      return;
    }
    if (host.world.server.stopped.has("HTTPSERVER") && listener === "public") {
      message.socket.destroy();
      return;
    }
    const faultReply = await applyFaults(host, call);
    if (faultReply === "silence") return;
    const recorded = faultReply === undefined ? await host.recorded?.(call) : undefined;
    const reply = faultReply ?? recorded ?? (await route(host, call, listener));
    if (listener === "public") addWebServerHeaders(host, response, reply);
    await writeReply(call, response, reply, faultyBodySender(host, call));
  } catch (error) {
    // Reading a body fails if the caller disconnects in the middle of it.
    if (gone.signal.aborted || (message.destroyed && !message.complete)) return;
    // Bugs of the sandbox must be visible, to the caller and on the console.
    process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    if (response.headersSent) response.destroy();
    else await writeReply(call, response, htmlReply(500, "Internal Server Error"));
  } finally {
    if (!message.complete) message.resume();
  }
}

/** Adds the headers of FileMaker Server's nginx. Without `always`, nginx adds them to successful answers only. */
function addWebServerHeaders({ world }: Host, response: ServerResponse, { status }: Reply): void {
  const { webServerHeaders, host } = world.definition.server;
  if (!webServerHeaders || status >= 400) return;
  response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  response.setHeader("X-Frame-Options", "SAMEORIGIN");
  response.setHeader("X-XSS-Protection", "1; mode=block");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Access-Control-Allow-Origin", host);
  response.setHeader("Access-Control-Allow-Credentials", "True");
  response.setHeader("Access-Control-Allow-Headers", "Content-Type,Authorization");
}

function route(host: Host, call: IncomingCall, listener: Listener): Reply | Promise<Reply> {
  if (call.path.startsWith("/fmi/admin/")) {
    if (host.world.server.stopped.has("ADMINSERVER")) return htmlReply(502, "Bad Gateway");
    return handleAdminApi(host, call, listener);
  }
  if (listener === "local") return htmlReply(404, "Not Found");
  if (call.path.startsWith("/fmi/data/")) return handleDataApi(host, call);
  if (/^\/fmi\/odata(?:\/|$)/.test(call.path)) return handleOData(host, call);
  if (call.path === "/fmws/serverinfo") return serverInfo(host, call);
  if (call.path.startsWith("/Streaming_SSL/")) return streamContainer(host, call);
  return htmlReply(404, "Not Found");
}
