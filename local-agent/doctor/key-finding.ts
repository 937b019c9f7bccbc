import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import type { Finding } from "../finding.ts";
import type { Identity } from "../link/identity.ts";
import type { AdminCall } from "../server/admin-calls.ts";
import { isAccepted } from "../server/own-key.ts";
import { readServerKey } from "../server/server-key.ts";

/** Checks whether FileMaker Server accepts this host's own key. */
export async function keyFinding(
  { id }: Pick<Identity, "id">,
  folder: string,
  { call, adminAddress, now }: { readonly call: AdminCall; readonly adminAddress: string; readonly now: number },
): Promise<Finding> {
  const check = "server_key";
  const name = serverKeyName(id);
  try {
    const key = readServerKey(folder);
    if (key === undefined)
      return {
        check,
        state: "warning",
        text: "This host has no key of its own for FileMaker Server.",
        remedy: "Start the agent once to create a key. Then run doctor again.",
      };
    if (await isAccepted(call, name, key.current, now))
      return { check, state: "ok", text: "FileMaker Server accepts this host's own key." };
    return {
      check,
      state: "warning",
      text: "FileMaker Server does not accept this host's own key, so tasks here use the account of the user who starts them.",
      remedy: `Call POST /svc/api/agents/${id}/server-key as an administrator, or add this key in the Admin Console with the name ${name}:\n${key.current.publicKey}`,
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      check,
      state: "warning",
      text: `Couldn't check the key for FileMaker Server: ${reason}.`,
      remedy: `Check that the Admin Server is running at ${adminAddress}, or set FMS_ADMIN_URL to another address.`,
    };
  }
}
