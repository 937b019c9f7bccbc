import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { keys } from "../contract.ts";
import { storedAccount } from "../file-access/stored-account.ts";
import type { KeyRecords } from "../record.ts";
import { hintOf } from "../rows.ts";
import type { KeyDependencies } from "./key-dependencies.ts";
import { retryKeyWrite } from "./key-records.ts";

type Rotation = Pick<ServiceOf<typeof keys>, "rotateDataApiKey" | "rotateAdminApiKey">;
type Input = Parameters<Rotation["rotateDataApiKey"]>[0];

const hourMs = 60 * 60_000;
const overlaps = { none: 0, "1h": hourMs, "24h": 24 * hourMs, "7d": 7 * 24 * hourMs, "30d": 30 * 24 * hourMs } as const;

/** Rotates keys: both the old and the new key work for a while, so that clients don't have to switch at the same time. */
export function rotateKeys({ store, records, vault, clock, keyCache, adminKeyCache }: KeyDependencies): Rotation {
  const rotate = async <K extends KeyKind>(kind: K, { key, overlap }: Input, call: Call) => {
    // After a concurrent use or change, the latest record is rotated.
    return retryKeyWrite(async () => {
      const { record: old, version } = await records.found(kind, key);
      if (old.replacedBy !== null) throw new ServiceError("key_replaced", { text: `key ${old.replacedBy}` });
      const account = await storedAccount(vault, kind, old);
      const { value, common } = await records.newRecord(kind, account, old.label ?? "", call.caller);
      const now = clock.now();
      // An earlier expiry of the old key is kept.
      const endsAt = Math.min(old.endsAt ?? Number.POSITIVE_INFINITY, now + overlaps[overlap]);
      const dayCountOf = old.dayCountOf ?? old.id;
      const next: KeyRecords[K] = { ...old, ...common, label: old.label, replaces: old.id, dayCountOf };
      const ending: KeyRecords[K] = { ...old, endsAt, replacedBy: next.id, updatedAt: now };
      await store.createInPlace(kind, next, { record: ending, version });
      keyCache.forget();
      adminKeyCache.forget();
      const hint = hintOf(kind, next);
      return { key: value, id: next.id, hint, replaces: old.id, old_key_ends_at: timestamp(endsAt) };
    });
  };

  return {
    rotateDataApiKey: (input, call) => rotate("data", input, call),
    rotateAdminApiKey: (input, call) => rotate("admin", input, call),
  };
}
