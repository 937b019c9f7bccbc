import type { ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { Host } from "./host.ts";
import type { IncomingCall } from "./http/incoming-call.ts";
import { htmlReply, jsonReply, type Reply } from "./http/reply.ts";
import type { BodySender } from "./http/write-reply.ts";

/** Returns the fault's reply to a request before it is processed, silence, or undefined without a fault. */
export async function applyFaults(host: Host, call: IncomingCall): Promise<Reply | "silence" | undefined> {
  const { faults, clock } = host;
  if (faults.use("stopped", call) !== undefined) return htmlReply(502, "Bad Gateway");
  const status = faults.use("status", call);
  if (status?.body === "html")
    return { ...htmlReply(status.status, "Error"), headers: { "Content-Type": "text/html", ...status.headers } };
  if (status?.body === "empty")
    return { status: status.status, code: "0", headers: status.headers, body: Buffer.alloc(0) };
  if (status !== undefined) {
    const { code, message, headers } = status;
    if (call.path.startsWith("/fmi/odata/"))
      return jsonReply(status.status, code, { error: { code, message } }, headers);
    const text = call.path.startsWith("/fmi/admin/") ? { code, text: message } : { code, message };
    return jsonReply(status.status, code, { messages: [text], response: {} }, headers);
  }
  if (appliesAt(host, call, "reset", "start")) {
    resetConnection(call);
    return "silence";
  }
  if (appliesAt(host, call, "hang", "headers")) return "silence";
  const slow = host.faults.list().some(({ kind }) => kind === "slow") ? faults.use("slow", call) : undefined;
  if (slow === undefined) return undefined;
  if (slow.kbps !== undefined) slowBodies.set(call, slow.kbps);
  await clock.wait(slow.latencyMs, call.gone);
  return undefined;
}

/** Returns a sender that transfers the body according to the faults; undefined: unchanged. */
export function faultyBodySender(host: Host, call: IncomingCall): BodySender | undefined {
  if (appliesAt(host, call, "reset", "body")) {
    return async (response, body) => {
      await sendPart(response, body.subarray(0, Math.ceil(body.length / 2)));
      resetConnection(call);
    };
  }
  if (appliesAt(host, call, "hang", "body")) {
    return (response, body) => sendPart(response, body.subarray(0, Math.ceil(body.length / 2)));
  }
  const kbps = slowBodies.get(call);
  if (kbps === undefined) return undefined;
  return async (response, body) => {
    const step = Math.max(1, Math.round((kbps * 1024) / 10));
    for (let at = 0; at < body.length && !call.gone.aborted; at += step) {
      await sendPart(response, body.subarray(at, at + step));
      if (at + step < body.length) await host.clock.wait(100, call.gone);
    }
    response.end();
  };
}

const slowBodies = new WeakMap<IncomingCall, number>();

/** Returns true if a fault applies here. Each of these faults has a single place; checking it elsewhere must not count as use. */
function appliesAt(host: Host, call: IncomingCall, kind: "reset" | "hang", at: string): boolean {
  const isHere = host.faults.list().some((fault) => fault.kind === kind && "at" in fault && fault.at === at);
  return isHere && host.faults.use(kind, call) !== undefined;
}

/** Resets a plain socket; destroys a TLS socket, which can't be reset. */
function resetConnection({ message }: IncomingCall): void {
  if (message.socket instanceof TLSSocket) message.socket.destroy();
  else message.socket.resetAndDestroy();
}

function sendPart(response: ServerResponse, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(part, () => resolve());
  });
}
