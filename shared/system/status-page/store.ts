import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { Status } from "./contract.ts";

/** The partition that this store owns, as roles name it. */
export const statusPagePartitions = ["status-page"];

const keyOf = (sk: "settings" | "seen" | "incident") => ({ pk: "status-page", sk });

const StatusPageSettings = z.object({
  schema: z.literal(1),
  isOn: z.boolean().default(false),
  title: z.string().default(""),
  files: z.array(z.string()).default([]),
  schedules: z.array(z.int()).default([]),
  notices: z.array(z.object({ text: z.string(), startsAt: z.string(), endsAt: z.string() })).default([]),
});
/** What the page shows, as it is kept. */
export type StatusPageSettings = Omit<z.output<typeof StatusPageSettings>, "schema">;

/** What one process has seen, for all of them. */
const Seen = z.object({ schema: z.literal(1), settingsVersion: z.int(), seenAt: z.number(), status: Status });
export type Seen = Omit<z.output<typeof Seen>, "schema">;

const Incident = z.object({ schema: z.literal(1), startedAt: z.number(), endedAt: z.number() });
/** A time in which FileMaker Server did not run. Milliseconds since the epoch. */
export type Incident = Omit<z.output<typeof Incident>, "schema">;

/** The settings of the status page, what was seen for it last, and the last incident, an item of each, on the Table port. */
export function statusPageStore(table: Table) {
  return {
    async settings(): Promise<StatusPageSettings & { readonly version: number }> {
      const item = await table.get(keyOf("settings"));
      const { schema: _, ...settings } = StatusPageSettings.parse(item?.fields ?? { schema: 1 });
      return { ...settings, version: item?.version ?? 0 };
    },

    /** Answers the new version. @throws ServiceError settings_changed */
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
