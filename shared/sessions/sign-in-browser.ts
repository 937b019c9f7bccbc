import type { Call, Caller } from "#shared/contract/call.ts";
import type { SessionRecord } from "./record.ts";
import { sessionIdOf } from "./session-value.ts";
import type { SignedInAs, UserAccount, UserSessions } from "./user-sessions.ts";

/** Gives a browser a session of an account or a code that was accepted a moment ago, and ends the one that it had before (S1). */
export async function signInBrowser({
  people: userSessions,
  signedInAs,
  call,
}: {
  readonly people: UserSessions;
  readonly signedInAs: SignedInAs;
  readonly call: Call;
}): Promise<SessionRecord> {
  const { client, userAgent, browser } = call;
  const { value, record } = await userSessions.open("browser", signedInAs, { address: client.address, userAgent });
  // Its value is proof enough that the old one is this browser's own.
  if (browser?.session !== undefined) await userSessions.end({ id: sessionIdOf(browser.session) });
  browser?.keep(value);
  call.setCaller?.(callerOf(record, "pass" in signedInAs ? signedInAs : undefined));
  return record;
}

/** The caller that a session stands for. */
export function callerOf({ id, user, role }: SessionRecord, account: UserAccount | undefined): Caller {
  const credential = account && { user: account.user, pass: account.pass };
  return { kind: "session", sessionId: id, user, role, credential };
}
