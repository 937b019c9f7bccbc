import * as z from "zod";
import { Envelope } from "#shared/contract/envelope.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { system } from "./contract.ts";

/** Port of the product's previous major version. */
const legacyPort = 3030;
const timeoutMs = 10_000;
const largestBytes = 64 * 1024;

const InformationAnswer = Envelope.extend({
  response: z.object({
    Otto: z.object({ version: z.string() }),
    service: z.object({ version: z.string() }).optional(),
  }),
});

/** Checks that this host can reach another server's service. `prefix` is the first segment of the paths on both servers. */
export function reach(callouts: Callouts, prefix: string): ServiceOf<typeof system>["canReachOtherServer"] {
  return async ({ otherServerUrl, isLegacy }) => {
    const { protocol, hostname, port } = new URL(otherServerUrl);
    const legacy = isLegacy === "1";
    const origin = `${protocol}//${hostname}${legacy ? `:${legacyPort}` : port && `:${port}`}`;
    const url = new URL(`${origin}/${prefix}/api/info`);
    try {
      const answer = await callouts.get({ url, timeoutMs, largestBytes, ...(legacy && { port: legacyPort }) });
      return reachResult(url.host, answer);
    } catch (thrown) {
      if (thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)
        return { ok: false, msg: thrown.message };
      throw thrown;
    }
  };
}

function reachResult(host: string, { status, body }: CalloutAnswer): { ok: boolean; msg: string } {
  const information = InformationAnswer.safeParse(jsonIn(body));
  if (!information.success)
    return { ok: false, msg: `${host} responds with HTTP ${status}, but the service isn't installed there.` };
  const { Otto, service } = information.data.response;
  return { ok: true, msg: `${host} responds: version ${service?.version ?? Otto.version}.` };
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined; // Some web page; the response reports this.
  }
}
