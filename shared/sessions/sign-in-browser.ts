import type { Call, Caller } from "../contract/call.ts";
import type { PersonAccount, PersonSessions } from "./person-sessions.ts";
import type { SessionRecord } from "./record.ts";
import { sessionIdOf } from "./session-value.ts";

/** Gives a browser a session of an account that was accepted a moment ago, and ends the one that it had before (S1). */
export async function signInBrowser({
  people,
  account,
  call,
}: {
  readonly people: PersonSessions;
  readonly account: PersonAccount;
  readonly call: Call;
}): Promise<SessionRecord> {
  const { visitor, userAgent, browser } = call;
  const { value, record } = await people.open("browser", account, { address: visitor.address, userAgent });
  // Its value is proof enough that the old one is this browser's own.
  if (browser?.session !== undefined) await people.end({ id: sessionIdOf(browser.session) });
  browser?.keep(value);
  call.becomes?.(callerOf(record, account));
  return record;
}

/** The caller that a session stands for. */
export function callerOf({ id, user, role }: SessionRecord, credential: PersonAccount): Caller {
  return { kind: "session", sessionId: id, user, role, credential };
}
