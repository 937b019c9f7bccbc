import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { isLatchkeyError } from "../../client/latchkey-client.ts";
import type { Context } from "../context.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { clientFor } from "../profiles/connection.ts";
import { type Profile, readProfiles, writeProfiles } from "../profiles/profile-file.ts";
import { readSecret } from "../secret-input.ts";
import { note, print } from "../terminal.ts";

interface LoginFlags {
  readonly withKey?: boolean;
  readonly profile: string;
  readonly browser: boolean;
}

/** Time for the sign-in in a browser, in milliseconds. The page itself is valid for five minutes after it was opened. */
const patienceMs = 10 * 60_000;
const pollMs = 1_000;

export function addLogin(program: Command, context: Context): void {
  program
    .command("login")
    .description("sign in to a service, in the browser or with an Admin API key")
    .argument("<url>", "address of the service with its prefix, such as https://fms.example.com/svc")
    .option("--with-key", "read an Admin API key from the terminal or standard input")
    .option("--profile <name>", "name of the profile that keeps the credential", "default")
    .option("--no-browser", "only print the address of the page")
    .action((url: string, flags: LoginFlags) => login(context, url, flags));
  program
    .command("logout")
    .description("end the sign-in of a profile, and forget its credential")
    .option("--profile <name>", "name of the profile. Default: the current one")
    .action((flags: { readonly profile?: string }) => logout(context, flags.profile));
}

async function login(context: Context, url: string, { withKey, profile, browser }: LoginFlags): Promise<void> {
  const { terminal } = context;
  const { protocol, hostname } = new URL(clientFor(url) && url);
  if (protocol === "http:" && !/^(?:localhost|127\.|\[::1\])/.test(hostname))
    note(terminal, "Warning: this address has no TLS. Others in the network can read your credential.");
  const key = withKey ? await readSecret(terminal, "Admin API key") : await tokenFromBrowser(context, url, browser);
  const kind = withKey ? "key" : "token";
  const { caller } = await clientFor(url, key).sessions.getSession({}, { signal: terminal.signal });
  const before = readProfiles(terminal);
  const saved: Profile = { url, key, kind };
  writeProfiles(terminal, { current: profile, profiles: { ...before.profiles, [profile]: saved } });
  note(terminal, `Signed in as ${caller.name ?? caller.kind} (${caller.role}). Profile: ${profile}`);
}

/** Signs in as docs/decisions/0013 describes: the user allows this program on a page that shows the same code. */
async function tokenFromBrowser(context: Context, url: string, opens: boolean): Promise<string> {
  const { terminal } = context;
  const { signal } = terminal;
  const hash = randomBytes(32).toString("base64url");
  const headers = {
    "User-Agent": `latchkey-cli/${context.version}`,
    "X-Program-Secret": randomBytes(32).toString("base64url"),
  };
  const client = clientFor(url);
  const page = `${client.url}/wizard/${hash}`;
  // Without a service there, the page would be another server's.
  await client.system.getInformation({}, { signal });
  if (opens && context.openInBrowser(page)) note(terminal, `Opened ${page}`);
  else note(terminal, `Open this page, and sign in:\n  ${page}`);
  let shown: string | undefined;
  try {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
      try {
        return (await client.sessions.collectHandOver({ hash }, { signal, headers })).token;
      } catch (thrown) {
        if (!isLatchkeyError(thrown) || thrown.name !== "cli_sign_in_pending") throw thrown;
        const { code } = thrown.response;
        if (typeof code === "string" && code !== shown) note(terminal, `The page must show this code: ${code}`);
        shown = typeof code === "string" ? code : shown;
      }
      await delay(pollMs, undefined, { signal });
    }
    throw new UsageError(
      "No one allowed the sign-in within 10 minutes. Run latchkey login again.",
      exitCodes.notAllowed,
    );
  } catch (thrown) {
    await client.sessions.forgetHandOver({ hash }, { headers }).catch(() => undefined); // The error itself is more important.
    throw thrown;
  }
}

async function logout({ terminal }: Context, name?: string): Promise<void> {
  const { current, profiles } = readProfiles(terminal);
  const { [name ?? current]: left, ...others } = profiles;
  if (left === undefined)
    throw new UsageError(`Unknown profile "${name ?? current}". List them with latchkey profiles.`);
  if (left.kind === "token")
    await clientFor(left.url, left.key)
      .sessions.signOut({}, { signal: terminal.signal })
      .catch((thrown: unknown) => {
        // The session has already ended.
        if (!isLatchkeyError(thrown) || thrown.status !== 401) throw thrown;
      });
  writeProfiles(terminal, { current, profiles: others });
  print(terminal, `Forgot profile ${name ?? current}`);
}
