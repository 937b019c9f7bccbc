import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import { type OwnApi, OwnApiUnavailable } from "#shared/http/own-api.ts";
import { OutboundError } from "#shared/ports/outbound.ts";
import { proofHeader } from "../edge-proof.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/**
 * Opens the stack's REST API, called as CloudFront calls it: with the proof without which a call is refused. Each operation runs in
 * its own function with its own role.
 */
export function ownApiOnGateway({ settings, clock, background }: OpenerContext): OwnApi {
  const { origin, pathname } = new URL(given(settings, "API_URL"));
  const outbound = reconnectingOutbound(() => undiciOutbound({ origin }), clock, background);
  const stage = pathname.replace(/\/$/, "");
  const { SERVICE_PREFIX: prefix, EDGE_SECRET: proof } = settings;
  return {
    async call({ method, target, json, authorization, address, userAgent, timeoutMs }) {
      const headers = {
        Authorization: authorization,
        "User-Agent": userAgent,
        "X-Forwarded-For": address,
        ...(proof !== undefined && { [proofHeader]: proof }),
        ...(json !== undefined && { "Content-Type": "application/json" }),
      };
      try {
        const answer = await outbound.request({
          method,
          path: `${stage}/${prefix}${target}`,
          headers,
          timeoutMs,
          ...(json !== undefined && { body: JSON.stringify(json) }),
        });
        return { status: answer.status, body: jsonOrNothing(answer.body) };
      } catch (thrown) {
        if (!(thrown instanceof OutboundError)) throw thrown;
        throw new OwnApiUnavailable("The API did not respond", { cause: thrown });
      }
    },
  };
}
