import { SettingRefused } from "../../functions/settings/setting-refused.ts";

/** Deployment to test, and accounts for the tests. */
export interface SmokeTarget {
  /** Address with its prefix: `https://d111111abcdef8.cloudfront.net/svc`. */
  readonly address: string;
  /** Admin Console account. */
  readonly administrator: SmokeAccount;
  /** Name of a hosted file without `.fmp12`, and of a layout with records. */
  readonly file: string;
  readonly layout: string;
  /** Accounts of the file with access through the Data API: each gets a key. Both can be the same. */
  readonly accounts: readonly [SmokeAccount, SmokeAccount];
}

export interface SmokeAccount {
  readonly user: string;
  readonly pass: string;
}

/**
 * Reads the target from arguments and variables. Passwords come from variables, because all users of this machine can read arguments.
 * @throws SettingRefused if one is missing
 */
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
