import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import { systemClock } from "../clock.ts";
import type { Identity } from "../link/identity.ts";
import { type AdminCall, adminCalls } from "../server/admin-calls.ts";
import { ownKey } from "../server/own-key.ts";
import type { AgentSettings } from "../settings.ts";
import type { Session } from "./guardian.ts";
import type { TrialServer } from "./remove-made.ts";

/** FileMaker Server as this host's key reaches it. `opened` is called with each session. */
export function trialServer(
  {
    folder,
    adminAddress: origin,
    certificatePin: pin,
  }: Pick<AgentSettings, "folder" | "adminAddress" | "certificatePin">,
  identity: Identity | undefined,
  opened: (session: Session) => void = () => undefined,
): TrialServer {
  const plain = adminCalls(origin, undefined, pin);
  const call: AdminCall = async (method, path, authorization, body) => {
    const answer = await plain(method, path, authorization, body);
    const { token } = answer.response;
    if (path === "/user/auth" && typeof token === "string")
      opened({ origin, path: `/fmi/admin/api/v2/user/auth/${token}`, authorization: `Bearer ${token}` });
    return answer;
  };
  const key =
    identity === undefined
      ? { authorization: () => undefined, refused: () => undefined }
      : ownKey({ name: serverKeyName(identity.id), folder, origin, pin, clock: systemClock });
  return { folder, call, key, origin, pin, clock: systemClock };
}
