import { createHash } from "node:crypto";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Table } from "#shared/ports/table.ts";
import { ArtifactRecord } from "../record.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const artifactPartitions = ["oauth#*"];
/** Those of the index that it reads. */
export const artifactsOfGrantPartitions = ["oauth-grant#*"];

/** What is kept under a value: the library's names. */
export type ArtifactKind = "AccessToken" | "RefreshToken" | "AuthorizationCode" | "Interaction";

/** Values are random, of 126 bits and more: their hash finds them again and opens nothing. */
const hashOf = (kind: ArtifactKind, value: string) =>
  createHash("sha256").update(`${kind}\0${value}`).digest("base64url");
const keyOf = (kind: ArtifactKind, value: string) => ({ pk: `oauth#${hashOf(kind, value)}`, sk: "artifact" });
const indexOf = (grantId: string) => `oauth-grant#${grantId}`;

/** Tokens, codes and sign-ins under way, on the Table port. */
export function artifactStore(table: Table) {
  return {
    async get(kind: ArtifactKind, value: string): Promise<ArtifactRecord | undefined> {
      const item = await table.get(keyOf(kind, value));
      return item && ArtifactRecord.parse(item.fields);
    },

    /** Keeps it until `keptUntil`, milliseconds since the epoch. */
    async put(kind: ArtifactKind, value: string, record: ArtifactRecord, keptUntil = record.endsAt): Promise<void> {
      const { grantId } = record;
      await table.put({
        ...keyOf(kind, value),
        fields: record as Fields,
        ...(grantId !== null && { index: { pk: indexOf(grantId), sk: hashOf(kind, value) } }),
        expiresAt: Math.ceil(keptUntil / 1000),
      });
    },

    /** Notes its first use. False where it was used before, or is gone: that first moment stays. */
    async consume(kind: ArtifactKind, value: string, consumedAt: number): Promise<boolean> {
      const key = keyOf(kind, value);
      for (;;) {
        const item = await table.get(key);
        if (item === undefined || ArtifactRecord.parse(item.fields).consumedAt !== null) return false;
        try {
          await table.update(key, { set: { consumedAt } }, { version: item.version });
          return true;
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown; // Another call used it at the same moment.
        }
      }
    },

    async delete(kind: ArtifactKind, value: string): Promise<void> {
      await table.delete(keyOf(kind, value));
    },

    /**
     * Deletes what a grant has left behind. The index may lag behind by a moment, and nothing depends on it: without its grant no token is good.
     */
    async deleteOfGrant(grantId: string): Promise<void> {
      for await (const { pk, sk } of allItems(table, { pk: indexOf(grantId), index: true }))
        await table.delete({ pk, sk });
    },
  };
}

export type ArtifactStore = ReturnType<typeof artifactStore>;
