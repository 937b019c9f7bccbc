import { SettingRefused } from "../../functions/settings/setting-refused.ts";

/** What is tried: a deployment, and accounts that it may be tried with. */
export interface SmokeTarget {
  /** Where it answers, with its prefix: `https://d111111abcdef8.cloudfront.net/svc`. */
  readonly address: string;
  /** Of the Admin Console. */
  readonly administrator: SmokeAccount;
  /** Name of a hosted file without `.fmp12`, and of a layout with records. */
  readonly file: string;
  readonly layout: string;
  /** Of the file, with access by the Data API: each gets a key. They may be one and the same. */
  readonly accounts: readonly [SmokeAccount, SmokeAccount];
}

export interface SmokeAccount {
  readonly user: string;
  readonly pass: string;
}

/** Passwords come by variables: arguments can be read by every user of this machine. @throws SettingRefused where one is missing */
export function smokeTarget(address: string, variables: Readonly<Record<string, string | undefined>>): SmokeTarget {
  const missing = ["ADMIN_USER", "ADMIN_PASSWORD", "SMOKE_FILE", "SMOKE_LAYOUT", "SMOKE_USER", "SMOKE_PASSWORD"].filter(
    (name) => !variables[name],
  );
  if (missing.length > 0) throw new SettingRefused(`These variables must be set: ${missing.join(", ")}.`);
  const given = (name: string) => variables[name] as string;
  const account = { user: given("SMOKE_USER"), pass: given("SMOKE_PASSWORD") };
  const { SMOKE_USER_2: user = account.user, SMOKE_PASSWORD_2: pass = account.pass } = variables;
  return {
    address,
    administrator: { user: given("ADMIN_USER"), pass: given("ADMIN_PASSWORD") },
    file: given("SMOKE_FILE"),
    layout: given("SMOKE_LAYOUT"),
    accounts: [account, { user, pass }],
  };
}
