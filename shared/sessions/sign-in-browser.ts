import type { Call, Caller } from "#shared/contract/call.ts";
import { sessionIdOf } from "./session-value.ts";
import type { LiveSession, SignedInAs, UserSessions } from "./user-sessions.ts";

/** Gives a browser a session of an account or a code that was accepted a moment ago, and ends the one that it had before (S1). */
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
  // Its value is proof enough that the old one is this browser's own.
  if (browser?.session !== undefined) await userSessions.end({ id: sessionIdOf(browser.session) });
  browser?.keep(value);
  call.setCaller?.(callerOf(opened));
  return opened;
}

/** The caller that a session stands for. */
export function callerOf({ record, account, role }: LiveSession): Caller {
  const { id, user, adminKeyId, isLimited } = record;
  const credential = account && { user: account.user, pass: account.pass };
  return { kind: "session", sessionId: id, user, role, isLimited, credential, adminKeyId: adminKeyId ?? undefined };
}
