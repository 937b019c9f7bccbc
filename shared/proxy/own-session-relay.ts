import { ServiceError } from "../contract/errors.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";
import { authorize, mayBeSentAgain } from "./relay-plans.ts";
import { RelayedCall, type RelayPlan } from "./relayed-call.ts";

/**
 * Relays a call in the FileMaker session that a login owns. When that has died, so have its globals, and its client has to log in again.
 * @throws ServiceError session_unknown
 */
export async function relayInOwnSession(
  plan: RelayPlan,
  native: NativeSession,
  token: string,
  nativeSessions: NativeSessions,
): Promise<void> {
  authorize(plan, `Bearer ${token}`);
  let ending = await RelayedCall.run(plan, true);
  if (ending.kind === "failed" && mayBeSentAgain(plan, ending)) ending = await RelayedCall.run(plan, true);
  if (ending.kind === "answered") return;
  if (ending.kind === "failed") throw ending.error;
  await nativeSessions.drop(native);
  throw new ServiceError("session_unknown");
}
