import type { Host } from "./host.ts";
import type { IncomingCall } from "./http/incoming-call.ts";
import { htmlReply, jsonReply, type Reply } from "./http/reply.ts";

/**
 * Answers what the web server tells callers without credentials. The keys are those that clients read:
 * packages/cli/src/helpers/version-fetcher.ts in https://github.com/proofsh/proofkit, and apiGetServerInfo in
 * https://github.com/driftwoodinteractive/fmPDA.
 */
export function serverInfo(host: Host, call: IncomingCall): Reply {
  if (call.method !== "GET" && call.method !== "HEAD") return htmlReply(405, "Method Not Allowed");
  const { id, version } = host.world.definition.server;
  const data = {
    APIVersion: 1,
    AcceptEncrypted: call.origin.startsWith("https:"),
    AdminLocalAuth: true,
    Hostname: host.world.server.name,
    ProductVersion: version.split(".").slice(0, 3).join("."),
    PublicKey: "",
    RequiresDBPasswords: true,
    ServerID: id,
    ServerVersion: version,
  };
  return jsonReply(200, "0", { data, result: 0 });
}
