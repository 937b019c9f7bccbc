import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { transfer } from "../contract.ts";
import { apiAnswer, NotAService } from "./api-answer.ts";
import { ottoItems, type PresentThings } from "./items.ts";
import { type OldConfiguration, readOldServer } from "./old-server.ts";
import { staysBehind } from "./stays-behind.ts";

interface OttoDependencies {
  readonly callouts: Pick<Callouts, "call">;
  /** Reads this service's own configuration, as far as it is compared. */
  readonly presentThings: (old: OldConfiguration) => Promise<PresentThings>;
}

const timeoutMs = 20_000;
const largestBytes = 8 * 1024 * 1024;

/** Reads the configuration of an OttoFMS. Anyone with an Admin API key of that server can read it too. */
export function ottoService({
  callouts,
  presentThings,
}: OttoDependencies): Pick<ServiceOf<typeof transfer>, "previewOtto"> {
  const asked = async (url: URL, adminApiKey: string | undefined): Promise<CalloutAnswer> => {
    try {
      return await callouts.call({
        ...{ url, method: "GET", timeoutMs, largestBytes, carriesSecret: true },
        ...(url.port !== "" && { port: Number(url.port) }),
        ...(adminApiKey !== undefined && { headers: { Authorization: `Bearer ${adminApiKey}` } }),
      });
    } catch (thrown) {
      if (thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)
        throw new ServiceError("transfer_target_away", { text: thrown.message, cause: thrown });
      throw thrown;
    }
  };

  return {
    async previewOtto({ serverUrl, adminApiKey }) {
      const { origin, pathname } = new URL(serverUrl);
      const base = `${origin}${pathname === "/" ? "/otto" : pathname.replace(/\/+$/, "")}`;
      try {
        const old = await readOldServer({
          base,
          async get(path, { sendsKey }) {
            const { status, body } = await asked(new URL(`${base}/api/${path}`), sendsKey ? adminApiKey : undefined);
            return apiAnswer(origin, status, new TextDecoder().decode(body));
          },
        });
        const items = ottoItems(old, await presentThings(old));
        return { from: base, items: [...items], unread: [...old.unread], staysBehind: [...staysBehind] };
      } catch (thrown) {
        if (thrown instanceof NotAService) throw new ServiceError("otto_not_read", { text: thrown.message });
        throw thrown;
      }
    },
  };
}
