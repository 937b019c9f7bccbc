import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import type { Finding } from "../finding.ts";
import type { Identity } from "../link/identity.ts";
import { adminCalls } from "../server/admin-calls.ts";
import { isAccepted } from "../server/own-key.ts";
import { readServerKey } from "../server/server-key.ts";

/** Checks whether FileMaker Server accepts this host's own key. */
export async function keyFinding(
  { id }: Pick<Identity, "id">,
  folder: string,
  adminAddress: string,
  now: number,
): Promise<Finding> {
  const name = serverKeyName(id);
  try {
    const key = readServerKey(folder);
    if (key === undefined)
      return {
        state: "warning",
        text: "This host has no key of its own for FileMaker Server.",
        remedy: "Start the agent once: it makes one. Then run doctor again.",
      };
    if (await isAccepted(adminCalls(adminAddress), name, key.current, now))
      return { state: "ok", text: "FileMaker Server lets this host in by its own key." };
    return {
      state: "warning",
      text: "FileMaker Server does not know this host's own key, so tasks here use the account of the user who starts them.",
      remedy: `POST /svc/api/agents/${id}/server-key as an administrator, or add this key in the Admin Console under the name ${name}:\n${key.current.publicKey}`,
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      state: "warning",
      text: `The key for FileMaker Server could not be tried: ${reason}.`,
      remedy: `Look whether the Admin Server runs at ${adminAddress}; FMS_ADMIN_URL says another address.`,
    };
  }
}
