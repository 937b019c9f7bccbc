import { ServiceError } from "#shared/contract/errors.ts";
import { ProxiedExchange, type RelayPlan } from "../relay/proxied-exchange.ts";
import { authorize, mayBeSentAgain } from "../relay/relay-plans.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";

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
  let ending = await ProxiedExchange.run(plan, true);
  if (ending.kind === "failed" && mayBeSentAgain(plan, ending)) ending = await ProxiedExchange.run(plan, true);
  if (ending.kind === "answered") return;
  if (ending.kind === "failed") throw ending.error;
  await nativeSessions.drop(native);
  throw new ServiceError("session_unknown");
}
