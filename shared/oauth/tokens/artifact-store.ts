import { createHash } from "node:crypto";
import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { ArtifactRecord } from "../record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const artifactPartitions = ["oauth#*"];
/** Index partitions that this store reads. */
export const artifactsOfGrantPartitions = ["oauth-grant#*"];

/** Kinds of issued values, as the library names them. */
export type ArtifactKind = "AccessToken" | "RefreshToken" | "AuthorizationCode" | "Interaction";

/** Returns the hash of a value. Values are random with at least 126 bits, so the hash finds a value but doesn't reveal it. */
const hashOf = (kind: ArtifactKind, value: string) =>
  createHash("sha256").update(`${kind}\0${value}`).digest("base64url");
const keyOf = (kind: ArtifactKind, value: string) => ({ pk: `oauth#${hashOf(kind, value)}`, sk: "artifact" });
const indexOf = (grantId: string) => `oauth-grant#${grantId}`;

/** Stores tokens, codes and pending sign-ins on the Table port. */
export function artifactStore(table: Table) {
  return {
    async get(kind: ArtifactKind, value: string): Promise<ArtifactRecord | undefined> {
      const item = await table.get(keyOf(kind, value));
      return item && ArtifactRecord.parse(item.fields);
    },

    /** Stores it until `keptUntil`, in milliseconds since the epoch. */
    async put(kind: ArtifactKind, value: string, record: ArtifactRecord, keptUntil = record.endsAt): Promise<void> {
      const { grantId } = record;
      await table.put({
        ...keyOf(kind, value),
        fields: record as Fields,
        ...(grantId !== null && { index: { pk: indexOf(grantId), sk: hashOf(kind, value) } }),
        expiresAt: Math.ceil(keptUntil / 1000),
      });
    },

    /** Records the first use. Returns false if it was used before, whose time is kept, or no longer exists. */
    async consume(kind: ArtifactKind, value: string, consumedAt: number): Promise<boolean> {
      const key = keyOf(kind, value);
      return retryOnConflict(async () => {
        const item = await table.get(key);
        if (item === undefined || ArtifactRecord.parse(item.fields).consumedAt !== null) return false;
        await table.update(key, { set: { consumedAt } }, { version: item.version });
        return true;
      });
    },

    async delete(kind: ArtifactKind, value: string): Promise<void> {
      await table.delete(keyOf(kind, value));
    },

    /**
     * Deletes everything issued for a grant. The index can be slightly outdated, which doesn't matter: without its grant no token is valid.
     */
    async deleteOfGrant(grantId: string): Promise<void> {
      for await (const { pk, sk } of allItems(table, { pk: indexOf(grantId), index: true }))
        await table.delete({ pk, sk });
    },
  };
}

export type ArtifactStore = ReturnType<typeof artifactStore>;
