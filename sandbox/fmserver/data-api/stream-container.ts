import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { htmlReply, type Reply } from "../http/reply.ts";

/** Sends a container's file: first a cookie with a redirect, then, with the cookie, the bytes. */
export function streamContainer(host: Host, call: IncomingCall): Reply {
  const name = call.segments?.[2] ?? "";
  const [, key, extension = ""] = /^([0-9A-F]{64})(\.[A-Za-z0-9]+)?$/.exec(name) ?? [];
  if (key === undefined || call.segments?.[1] !== "MainDB" || call.segments.length !== 3)
    return htmlReply(400, "Bad Request");
  if (call.method !== "GET" && call.method !== "HEAD") return htmlReply(405, "Method Not Allowed");
  const stream = host.dataSessions.stream(key);
  if (stream === undefined) return htmlReply(401, "Unauthorized");
  const cookie = stream.session.streamCookie;
  if (host.world.definition.server.dataApi.streamCookie && !sentCookies(call).includes(`${COOKIE}=${cookie}`)) {
    const secure = call.origin.startsWith("https:") ? "; Secure" : "";
    return {
      status: 302,
      code: "0",
      headers: {
        Location: call.origin + (call.message.url ?? ""),
        "Set-Cookie": `${COOKIE}=${cookie}; Path=/; HttpOnly${secure}`,
      },
      body: Buffer.alloc(0),
    };
  }
  const file = stream.read();
  if (file === undefined) return htmlReply(404, "Not Found");
  host.counters.downloads += 1;
  return {
    status: 200,
    code: "0",
    headers: {
      "Content-Type": TYPES[extension.toLowerCase()] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
    },
    body: file.bytes,
  };
}

const COOKIE = "X-FMS-Session-Key";

const TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".pdf": "application/pdf",
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".json": "application/json",
};

function sentCookies(call: IncomingCall): readonly string[] {
  return (call.message.headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
}
