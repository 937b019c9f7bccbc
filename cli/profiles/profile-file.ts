import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

export interface Profile {
  /** Address of the service with its prefix. */
  readonly url: string;
  /** Admin API key, or the token of a sign-in. */
  readonly key: string;
  readonly kind: "key" | "token";
}

export interface Profiles {
  /** Name of the profile that is used without `--profile`. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const none: Profiles = { current: "default", profiles: {} };

/** Returns the path of the file with credentials: in the user's folder for settings. */
export function profileFile({ environment, platform }: Terminal): string {
  const base =
    platform === "win32"
      ? (environment.APPDATA ?? join(homedir(), "AppData", "Roaming"))
      : (environment.XDG_CONFIG_HOME ?? join(environment.HOME ?? homedir(), ".config"));
  return join(base, "latchkey", "profiles.json");
}

/** Reads all profiles. @throws UsageError if the file can be read by others, or isn't ours */
export function readProfiles(terminal: Terminal): Profiles {
  const file = profileFile(terminal);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return none;
    throw thrown;
  }
  if (terminal.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(`Other accounts can read ${file}. Run chmod 600 on it, and replace the keys in it.`);
  try {
    return { ...none, ...(JSON.parse(text) as Partial<Profiles>) };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError(`${file} isn't valid JSON. Correct it, or delete it and sign in again.`);
  }
}

/** Replaces the file. It is never open to others, and never half written. */
export function writeProfiles(terminal: Terminal, profiles: Profiles): void {
  const file = profileFile(terminal);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
