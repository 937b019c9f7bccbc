import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Table } from "#shared/ports/table.ts";
import { Toolset, toolsets } from "./contract.ts";

/** Stored settings. */
const SettingFields = storedRecord("mcp/admin/settings", 1, {
  isActive: z.boolean(),
  toolsets: z.array(Toolset),
  readOnly: z.boolean(),
  oauthEnabled: z.boolean().default(false),
  updatedAt: z.number(),
});

export type StoredSettings = Omit<z.infer<typeof SettingFields>, "schema" | "updatedAt"> & {
  readonly updatedAt: number | null;
};

/** Changed settings; undefined keeps a value. */
type SettingChanges = {
  readonly [Name in "isActive" | "toolsets" | "readOnly" | "oauthEnabled"]?: StoredSettings[Name] | undefined;
};

/** Partitions that this store owns, as roles name them. */
export const adminMcpPartitions = ["admin-mcp"];

const key = { pk: "admin-mcp", sk: "settings" };

/** Defaults: all tools are allowed, and the client's URL selects among them. */
const initial: StoredSettings = {
  ...{ isActive: true, toolsets: [...toolsets], readOnly: false },
  // Opens the administration of the server to programs on the web, so an administrator decides.
  oauthEnabled: false,
  updatedAt: null,
};

/** Stores the settings of the administrators' endpoint on the Table port. */
export function adminMcpStore(table: Pick<Table, "get" | "put">) {
  const read = async () => {
    const item = await table.get(key);
    if (item === undefined) return { settings: initial, condition: "absent" as const };
    const { schema: _, ...settings } = SettingFields.parse(item.fields);
    return { settings, condition: { version: item.version } };
  };

  return {
    read: async (): Promise<StoredSettings> => (await read()).settings,

    /** @throws ConditionFailed if the settings were changed concurrently */
    async change(changes: SettingChanges, now: number): Promise<StoredSettings> {
      const { settings, condition } = await read();
      const {
        isActive = settings.isActive,
        toolsets: chosen = settings.toolsets,
        readOnly = settings.readOnly,
        oauthEnabled = settings.oauthEnabled,
      } = changes;
      const changed = {
        isActive,
        toolsets: toolsets.filter((name) => chosen.includes(name)),
        readOnly,
        oauthEnabled,
        updatedAt: now,
      };
      await table.put({ ...key, fields: { schema: 1, ...changed } }, condition);
      return changed;
    },
  };
}

export type AdminMcpStore = ReturnType<typeof adminMcpStore>;
