import type { Call, Caller } from "#shared/contract/call.ts";
import type { SessionRecord } from "./record.ts";
import { sessionIdOf } from "./session-value.ts";
import type { UserAccount, UserSessions } from "./user-sessions.ts";

/** Gives a browser a session of an account that was accepted a moment ago, and ends the one that it had before (S1). */
export async function signInBrowser({
  people: userSessions,
  account,
  call,
}: {
  readonly people: UserSessions;
  readonly account: UserAccount;
  readonly call: Call;
}): Promise<SessionRecord> {
  const { client, userAgent, browser } = call;
  const { value, record } = await userSessions.open("browser", account, { address: client.address, userAgent });
  // Its value is proof enough that the old one is this browser's own.
  if (browser?.session !== undefined) await userSessions.end({ id: sessionIdOf(browser.session) });
  browser?.keep(value);
  call.setCaller?.(callerOf(record, account));
  return record;
}

/** The caller that a session stands for. */
export function callerOf({ id, user, role }: SessionRecord, { user: name, pass }: UserAccount): Caller {
  return { kind: "session", sessionId: id, user, role, credential: { user: name, pass } };
}
