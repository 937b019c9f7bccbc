import { ServiceError } from "#shared/contract/errors.ts";
import { ProxiedExchange, type RelayPlan } from "../relay/proxied-exchange.ts";
import { authorize, canResend } from "../relay/relay-plans.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";

/**
 * Relays a call in a login's own FileMaker session. When that has died, its globals are lost, so the client must log in again.
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
  if (ending.kind === "failed" && canResend(plan, ending)) ending = await ProxiedExchange.run(plan, true);
  if (ending.kind === "answered") return;
  if (ending.kind === "failed") throw ending.error;
  await nativeSessions.drop(native);
  throw new ServiceError("session_unknown");
}
