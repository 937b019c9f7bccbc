import type { DataApiKey } from "#shared/keys/contract.ts";

/** An account that FileMaker Server refuses, and what that stops. */
export interface RefusedAccount {
  readonly account: string;
  readonly since: string;
  /** Files that refuse it, without their ending. */
  readonly files: readonly string[];
  readonly keys: readonly DataApiKey[];
}

/** The accounts behind keys that fail, the one with most keys first. FileMaker's names of accounts know no capitals. */
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
