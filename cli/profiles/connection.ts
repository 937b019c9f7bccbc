import { createClient, type LatchkeyClient } from "../../client/latchkey-client.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { type Profile, readProfiles } from "./profile-file.ts";

/**
 * Returns the service and the credential of a command: of the named profile, else of `LATCHKEY_URL` and `LATCHKEY_KEY`, else of the
 * current profile. @throws UsageError if there is none
 */
export function connectionOf(terminal: Terminal, profileName?: string): Pick<Profile, "url" | "key"> {
  const { LATCHKEY_URL, LATCHKEY_KEY } = terminal.environment;
  if (profileName === undefined && LATCHKEY_KEY) {
    // A key is never sent to an address that it doesn't belong to.
    if (!LATCHKEY_URL) throw new UsageError("LATCHKEY_KEY is set, but LATCHKEY_URL isn't. Set both.");
    return { url: LATCHKEY_URL, key: LATCHKEY_KEY };
  }
  const { current, profiles } = readProfiles(terminal);
  const name = profileName ?? current;
  const profile = profiles[name];
  if (profile !== undefined) return profile;
  if (profileName !== undefined) throw new UsageError(`Unknown profile "${name}". List them with latchkey profiles.`);
  const remedy = "Run latchkey login URL, or set LATCHKEY_URL and LATCHKEY_KEY.";
  throw new UsageError(`Not signed in. ${remedy}`, exitCodes.notAllowed);
}

export function clientOf(terminal: Terminal, profileName?: string): LatchkeyClient {
  const { url, key } = connectionOf(terminal, profileName);
  return clientFor(url, key);
}

/** Returns a client for an address that a user typed. @throws UsageError */
export function clientFor(url: string, key?: string): LatchkeyClient {
  try {
    return createClient({ url, key });
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new UsageError(`"${url}" isn't an address. It begins with https://, such as https://fms.example.com/svc.`);
  }
}
