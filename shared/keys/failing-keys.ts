import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { AccountRefusal } from "#shared/filemaker/sessions/refusal-store.ts";
import { adminKeyFailing, dataKeyFailing } from "./failing.ts";
import type { KeyStore } from "./store.ts";

/** Key whose account FileMaker Server rejects. */
export interface FailingKey {
  readonly kind: KeyKind;
  readonly id: number;
  readonly label: string | null;
  /** Files of a Data API key that reject its account. */
  readonly files: readonly string[];
}

/** Returns the keys whose accounts FileMaker Server rejects. */
export async function failingKeys(
  store: Pick<KeyStore, "byCredential">,
  refusals: readonly AccountRefusal[],
): Promise<readonly FailingKey[]> {
  const accountsOf = (isAdmin: boolean) => [
    ...new Set(refusals.filter(({ api }) => (api === "admin") === isAdmin).map(({ credentialId }) => credentialId)),
  ];
  const dataKeys = await Promise.all(accountsOf(false).map((account) => store.byCredential("data", account)));
  const adminKeys = await Promise.all(accountsOf(true).map((account) => store.byCredential("admin", account)));
  return [
    ...dataKeys.flat().flatMap((record) => {
      const failing = dataKeyFailing(record, refusals);
      return failing === undefined ? [] : [{ kind: "data" as const, ...named(record), files: failing.files }];
    }),
    ...adminKeys.flat().flatMap((record) => {
      const failing = adminKeyFailing(record, refusals);
      return failing === undefined ? [] : [{ kind: "admin" as const, ...named(record), files: failing.files }];
    }),
  ];
}

function named({ id, label }: Omit<FailingKey, "kind" | "files">) {
  return { id, label };
}
