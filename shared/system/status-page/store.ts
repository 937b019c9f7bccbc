import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { Status } from "./contract.ts";

/** Partition that this store owns, as roles name it. */
export const statusPagePartitions = ["status-page"];

const keyOf = (sk: "settings" | "seen" | "incident") => ({ pk: "status-page", sk });

const StatusPageSettings = storedRecord("system/status-page/settings", 1, {
  isOn: z.boolean().default(false),
  title: z.string().default(""),
  files: z.array(z.string()).default([]),
  schedules: z.array(z.int()).default([]),
  notices: z.array(z.object({ text: z.string(), startsAt: z.string(), endsAt: z.string() })).default([]),
});
/** Stored settings of the page. */
export type StatusPageSettings = Omit<z.output<typeof StatusPageSettings>, "schema">;

/** Status seen by one process, for all processes. */
const Seen = storedRecord("system/status-page/seen", 1, {
  settingsVersion: z.int(),
  seenAt: z.number(),
  status: Status,
});
export type Seen = Omit<z.output<typeof Seen>, "schema">;

const Incident = storedRecord("system/status-page/incident", 1, { startedAt: z.number(), endedAt: z.number() });
/** Time in which FileMaker Server was down, in milliseconds since the epoch. */
export type Incident = Omit<z.output<typeof Incident>, "schema">;

/** Stores the settings of the status page, the last seen status and the last incident, in one item each, on the Table port. */
export function statusPageStore(table: Table) {
  return {
    async settings(): Promise<StatusPageSettings & { readonly version: number }> {
      const item = await table.get(keyOf("settings"));
      const { schema: _, ...settings } = StatusPageSettings.parse(item?.fields ?? { schema: 1 });
      return { ...settings, version: item?.version ?? 0 };
    },

    /**
     * Stores the settings and returns the new version.
     * @throws ServiceError settings_changed
     */
    async keepSettings(settings: StatusPageSettings, expected: number | undefined): Promise<number> {
      const condition = expected === 0 ? "absent" : expected === undefined ? undefined : { version: expected };
      try {
        return (await table.put({ ...keyOf("settings"), fields: { schema: 1, ...settings } }, condition)).version;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        throw new ServiceError("settings_changed", { cause: thrown });
      }
    },

    async seen(): Promise<Seen | undefined> {
      const item = await table.get(keyOf("seen"));
      return item && Seen.parse(item.fields);
    },

    async keepSeen(seen: Seen): Promise<void> {
      await table.put({ ...keyOf("seen"), fields: { schema: 1, ...seen } });
    },

    async incident(): Promise<Incident | undefined> {
      const item = await table.get(keyOf("incident"));
      return item && Incident.parse(item.fields);
    },

    async keepIncident(incident: Incident): Promise<void> {
      await table.put({ ...keyOf("incident"), fields: { schema: 1, ...incident } });
    },
  };
}

export type StatusPageStore = ReturnType<typeof statusPageStore>;
