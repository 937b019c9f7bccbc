import { timestamp } from "#shared/contract/scalars.ts";
import { type KeyKind, keyHint } from "#shared/contract/values/api-key.ts";
import type { AccountRefusal } from "#shared/filemaker/sessions/refusal-store.ts";
import type { AdminApiKey, DataApiKey } from "./contract.ts";
import { adminKeyFailing, dataKeyFailing, type Failing } from "./failing.ts";
import { dayOf } from "./limits/windows.ts";
import type { AdminKeyRecord, DataKeyRecord } from "./record.ts";
import { databasesOf } from "./rules.ts";

/** Returns a Data API key for lists. */
export function dataKeyRow(record: DataKeyRecord, refusals: readonly AccountRefusal[], now: number): DataApiKey {
  const databases = databasesOf(record);
  const failing = dataKeyFailing(record, refusals);
  return {
    ...commonRow("data", record, failing),
    token: null,
    user: record.user,
    database: databases[0] ?? "",
    databases,
    allow_any_database: record.allowAnyDatabase,
    updated_at: timestamp(record.updatedAt),
    is_data_api: record.isDataApi,
    is_odata: record.isOData,
    failing_files: [...(failing?.files ?? [])],
    limits: record.limits,
    day_ends_at: dayEndOf(record, now),
  };
}

/** Returns an Admin API key for lists. */
export function adminKeyRow(record: AdminKeyRecord, refusals: readonly AccountRefusal[]): AdminApiKey {
  const { role, limits } = record;
  return { ...commonRow("admin", record, adminKeyFailing(record, refusals)), role, limits };
}

function dayEndOf({ limits }: DataKeyRecord, now: number): string | null {
  if (limits === null || limits.callsPerDay === null) return null;
  return timestamp(dayOf(now, limits).endsAt);
}

/** Returns the hint of a key. */
export function hintOf(kind: KeyKind, { id, hint }: Pick<AdminKeyRecord, "id" | "hint">): string {
  return keyHint({ kind, id, lastFour: hint.slice(-4) });
}

function commonRow(
  kind: KeyKind,
  record: Omit<AdminKeyRecord, "schema" | "role" | "limits">,
  failing: Failing | undefined,
): Omit<AdminApiKey, "role" | "limits"> {
  return {
    id: record.id,
    key: hintOf(kind, record),
    label: record.label,
    created_at: timestamp(record.createdAt),
    created_by: record.createdBy,
    last_used: record.lastUsed === null ? null : timestamp(record.lastUsed),
    failing_since: failing === undefined ? null : timestamp(failing.since),
    ends_at: record.endsAt === null ? null : timestamp(record.endsAt),
    is_disabled: record.isDisabled,
    replaced_by: record.replacedBy,
    replaces: record.replaces,
    is_imported: record.isImported,
  };
}
