import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Fields, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const systemPartitions = ["system"];

const settingsKey = { pk: "system", sk: "settings" };
const factsKey = { pk: "system", sk: "server-facts" };
const statusKey = { pk: "system", sk: "server-status" };
/** Key of an item that never exists. */
const checkKey = { pk: "system", sk: "check" };

/** Name of the tokens in the settings, for roles. */
export const settingSecrets = "settings";
/** Context of the item's encrypted token. */
export const tokenContext = { kind: settingSecrets, item: "system|settings", field: "sealedAppLogToken" };

/** Secret to re-encrypt when the master key changes. */
export const sealedSettings: SealedItems = {
  partition: settingsKey.pk,
  contexts: ({ sk }) => (sk === settingsKey.sk ? { [tokenContext.field]: tokenContext } : {}),
};

/** Stored settings. Settings that were never set are missing, so that new defaults apply to them. */
export const StoredSettings = storedRecord("system/settings", 1, {
  "auto-register-webhook": z.boolean().default(true),
  debugLogging: z.boolean().default(false),
  environmentTag: z.string().nullable().default(null),
  environmentTagColor: z.string().nullable().default(null),
  serverNickname: z.string().default(""),
  sidebarVariant: z.enum(["light", "color"]).default("color"),
  syncToHostname: z.boolean().default(false),
  deleteFMSRemovedFilesAfterXDays: z.int().nullable().default(null),
  maxDeploymentBackups: z.int().nullable().default(3),
  maxOutboxBuilds: z.int().nullable().default(3),
  themeColor: z.string().nullable().default(null),
  sealedAppLogToken: z.string().nullable().default(null),
});
export type StoredSettings = z.output<typeof StoredSettings>;

/** Information that FileMaker Server only returns to administrators, and the time it was read. */
const ServerFacts = storedRecord("system/server-facts", 1, {
  name: z.string(),
  serverId: z.string(),
  version: z.string(),
  /** Time of the last request, successful or not, in milliseconds since the epoch. */
  askedAt: z.number(),
  /** True if the stored account was rejected then. It isn't used for a longer time, so that the server doesn't lock it. */
  refused: z.boolean(),
});
export type ServerFacts = z.output<typeof ServerFacts>;

/** Last status of the Database Server that an administrator found. */
const FoundStatus = storedRecord("system/found-status", 1, {
  databaseServer: z.enum(["running", "stopped"]),
  odata: z.enum(["on", "off", "unknown"]),
  /** In milliseconds since the epoch. */
  seenAt: z.number(),
});
export type FoundStatus = z.output<typeof FoundStatus>;

/** Stores settings, server information and server status, in one item each, on the Table port. */
export function systemStore(table: Table) {
  return {
    /**
     * Reads the table to check that it responds.
     * @throws StoreUnavailable
     */
    async checkAnswers(): Promise<void> {
      await table.get(checkKey);
    },

    async settings(): Promise<{ readonly settings: StoredSettings; readonly version: number }> {
      const item = await table.get(settingsKey);
      return { settings: StoredSettings.parse(item?.fields ?? { schema: 1 }), version: item?.version ?? 0 };
    },

    /**
     * Changes the given settings and returns the new version.
     * @throws ServiceError settings_changed
     */
    async change(set: Fields, expected: number | undefined): Promise<number> {
      const change = { set: { ...set, schema: 1 } };
      try {
        if (expected === 0) return (await table.put({ ...settingsKey, fields: change.set }, "absent")).version;
        const condition = expected === undefined ? undefined : { version: expected };
        return (await table.update(settingsKey, change, condition)).version;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        throw new ServiceError("settings_changed", { cause: thrown });
      }
    },

    async facts(): Promise<ServerFacts | undefined> {
      const item = await table.get(factsKey);
      return item && ServerFacts.parse(item.fields);
    },

    async status(): Promise<FoundStatus | undefined> {
      const item = await table.get(statusKey);
      return item && FoundStatus.parse(item.fields);
    },

    async persistStatus(status: FoundStatus): Promise<void> {
      await table.put({ ...statusKey, fields: status });
    },

    /** Records that the server rejected the stored account, which is then left alone for an hour. */
    async keepRefusal(askedAt: number): Promise<void> {
      const { schema: _, ...known } = (await this.facts()) ?? { schema: 1, name: "", serverId: "", version: "" };
      await this.keepFacts({ schema: 1, ...known, askedAt, refused: true });
    },

    async keepFacts(facts: ServerFacts): Promise<void> {
      await table.put({ ...factsKey, fields: facts });
    },
  };
}

export type SystemStore = ReturnType<typeof systemStore>;
