import { ServiceError } from "#shared/contract/errors.ts";
import type { DataApi } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { FileAccount } from "./file-account.ts";
import { type PerAccount, perAccount } from "./per-account.ts";

/** Scripts of a file that an account can see. FileMaker hides scripts that the account's privileges don't allow. */
export type ScriptList =
  | { readonly kind: "known"; readonly names: readonly string[]; readonly has: (name: string) => boolean }
  /** Treated as if the account could see no scripts. */
  | { readonly kind: "unknown"; readonly reason: string; readonly isRefused?: boolean };

export type ScriptLists = PerAccount<ScriptList>;

interface ScriptListDependencies {
  readonly dataApi: Pick<DataApi, "login" | "logout" | "knownScripts">;
  readonly clock: Clock;
}

const maxLists = 1_000;

const reasons = {
  refused: "FileMaker Server rejects the account in the Data API",
  locked: "the account is temporarily locked after too many failed logins",
  exhausted: "FileMaker Server has no free Data API session",
  unavailable: "the file is closed, or the account has no fmrest extended privilege",
} as const;

/** Creates the lists of scripts by account and file. */
export function scriptLists({ dataApi, clock }: ScriptListDependencies): ScriptLists {
  const read = async (account: Pick<FileAccount, "account">, filename: string): Promise<ScriptList> => {
    try {
      const login = await dataApi.login(filename, await account.account());
      if (login.outcome !== "accepted")
        return { kind: "unknown", reason: reasons[login.outcome], isRefused: login.outcome === "refused" };
      const names = await dataApi
        .knownScripts(filename, login.token)
        .finally(() => dataApi.logout(filename, login.token));
      return names === undefined ? { kind: "unknown", reason: "the file doesn't list its scripts" } : listOf(names);
    } catch (thrown) {
      if (thrown instanceof ServiceError) return { kind: "unknown", reason: thrown.text };
      throw thrown;
    }
  };
  return perAccount({ clock, read, maxEntries: maxLists });
}

function listOf(names: readonly string[]): ScriptList {
  const normalized = new Set(names.map(normalizedScriptName));
  return { kind: "known", names, has: (name) => normalized.has(normalizedScriptName(name)) };
}

/** Returns a normalized name, because FileMaker compares script names case-insensitively. */
function normalizedScriptName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
