import type { Call, Caller } from "#shared/contract/call.ts";
import { sessionIdOf } from "./session-value.ts";
import type { LiveSession, SignedInAs, UserSessions } from "./user-sessions.ts";

/** Opens a session in a browser for an account or code that was just accepted, and ends its previous one. */
export async function signInBrowser({
  people: userSessions,
  signedInAs,
  call,
}: {
  readonly people: UserSessions;
  readonly signedInAs: SignedInAs;
  readonly call: Call;
}): Promise<LiveSession> {
  const { client, userAgent, browser } = call;
  const { value, ...opened } = await userSessions.open("browser", signedInAs, { address: client.address, userAgent });
  // Knowing its value proves that the previous session belongs to this browser.
  if (browser?.session !== undefined) await userSessions.end({ id: sessionIdOf(browser.session) });
  browser?.keep(value);
  call.setCaller?.(callerOf(opened));
  return opened;
}

/** Returns the caller of a session. */
export function callerOf({ record, account, role }: LiveSession): Caller {
  const { id, user, adminKeyId, isLimited } = record;
  const credential = account && { user: account.user, pass: account.pass };
  return { kind: "session", sessionId: id, user, role, isLimited, credential, adminKeyId: adminKeyId ?? undefined };
}
