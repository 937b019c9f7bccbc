import type { DataApiKey } from "#shared/keys/contract.ts";

/** Account that FileMaker Server rejects, with its keys and files. */
export interface RefusedAccount {
  readonly account: string;
  readonly since: string;
  /** Files that reject the account, without extension. */
  readonly files: readonly string[];
  readonly keys: readonly DataApiKey[];
}

/** Returns the accounts of failing keys, those with the most keys first. Account names in FileMaker are case-insensitive. */
export function refusedAccounts(keys: readonly DataApiKey[]): readonly RefusedAccount[] {
  const failing = keys.filter(({ failing_since }) => failing_since !== null);
  const byAccount = Map.groupBy(failing, ({ user }) => user.toLowerCase());
  return [...byAccount.values()]
    .map((group) => ({
      account: group[0]?.user ?? "",
      since: group.reduce((first, { failing_since: since }) => (since !== null && since < first ? since : first), "9"),
      files: [...new Set(group.flatMap(({ failing_files }) => failing_files.map(bareName)))].toSorted(),
      keys: group,
    }))
    .toSorted((a, b) => b.keys.length - a.keys.length || a.account.localeCompare(b.account));
}

export function bareName(file: string): string {
  return file.replace(/\.fmp12$/i, "");
}
