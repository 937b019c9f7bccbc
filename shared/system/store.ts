import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { ConditionFailed, type Fields, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const systemPartitions = ["system"];

const settingsKey = { pk: "system", sk: "settings" };
const factsKey = { pk: "system", sk: "server-facts" };
const statusKey = { pk: "system", sk: "server-status" };
/** Nothing is stored there. */
const checkKey = { pk: "system", sk: "check" };

/** What roles call the tokens among the settings. */
export const settingSecrets = "settings";
/** What the item's sealed token is bound to. */
export const tokenContext = { kind: settingSecrets, item: "system|settings", field: "sealedAppLogToken" };

/** Sealed again when the master key changes. */
export const sealedSettings: SealedItems = {
  partition: settingsKey.pk,
  contexts: ({ sk }) => (sk === settingsKey.sk ? { [tokenContext.field]: tokenContext } : {}),
};

/** The settings as stored: what was never chosen is missing, so that a better default reaches those who left it alone. */
export const StoredSettings = z.object({
  schema: z.literal(1),
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

/** What FileMaker Server reports of itself to administrators only, and when it was asked. */
const ServerFacts = z.object({
  schema: z.literal(1),
  name: z.string(),
  serverId: z.string(),
  version: z.string(),
  /** Milliseconds since the epoch: when it was asked last, with or without success. */
  askedAt: z.number(),
  /** The stored account was refused then. It is left alone for longer, so that the server does not lock it. */
  refused: z.boolean(),
});
export type ServerFacts = z.output<typeof ServerFacts>;

/** How an administrator found the Database Server last. */
const FoundStatus = z.object({
  schema: z.literal(1),
  databaseServer: z.enum(["running", "stopped"]),
  odata: z.enum(["on", "off", "unknown"]),
  /** Milliseconds since the epoch. */
  seenAt: z.number(),
});
type FoundStatus = z.output<typeof FoundStatus>;

/** The items of settings, of facts and of the server's status, one of each, on the Table port. */
export function systemStore(table: Table) {
  return {
    /** Reads the table, to see that it answers. @throws StoreUnavailable */
    async checkAnswers(): Promise<void> {
      await table.get(checkKey);
    },

    async settings(): Promise<{ readonly settings: StoredSettings; readonly version: number }> {
      const item = await table.get(settingsKey);
      return { settings: StoredSettings.parse(item?.fields ?? { schema: 1 }), version: item?.version ?? 0 };
    },

    /** Changes only what is named. Answers the new version. @throws ServiceError settings_changed */
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

    async keepStatus(status: FoundStatus): Promise<void> {
      await table.put({ ...statusKey, fields: status });
    },

    async keepFacts(facts: ServerFacts): Promise<void> {
      await table.put({ ...factsKey, fields: facts });
    },
  };
}

export type SystemStore = ReturnType<typeof systemStore>;
