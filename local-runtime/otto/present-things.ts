import * as z from "zod";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { NotAService } from "#shared/transfer/otto/api-answer.ts";
import { type PresentThings, receiverOf } from "#shared/transfer/otto/items.ts";
import type { OldConfiguration } from "#shared/transfer/otto/old-server.ts";
import type { JsonApi } from "./json-api.ts";

const Keys = z.object({
  "api-keys": z.array(z.object({ key: z.string(), user: z.string().optional(), label: z.string().nullable() })),
  cursor: z.string().nullable(),
});
const Named = {
  webhooks: z.object({ webhooks: z.array(z.object({ url: z.string() })) }),
  servers: z.object({ servers: z.array(z.object({ slug: z.string() })) }),
  tools: z.object({ tools: z.array(z.object({ name: z.string() })) }),
  notes: z.object({ notes: z.array(z.object({ filename: z.string() })) }),
  remotes: z.object({ remotes: z.record(z.string(), z.unknown()) }),
  schedules: z.object({ schedules: z.array(z.object({ name: z.string() })) }),
  notifications: z.object({ offsiteNotificationSettings: z.unknown() }),
} as const;

/**
 * Reads the service's own configuration by its API, as far as the import compares it. Keys are compared by account and their last four
 * characters, so that no value is in an address. @throws NotAService
 */
export async function presentThings(old: OldConfiguration, own: JsonApi): Promise<PresentThings> {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const answer = await own.get(path);
    if (answer.code !== 0) throw new NotAService(`This service refused to list ${path}: ${answer.text}`);
    return schema.parse(answer.response);
  };
  const allKeys = async (path: string) => {
    const rows: z.output<typeof Keys>["api-keys"][number][] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: z.output<typeof Keys> = await read(
        cursor === "" ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
        Keys,
      );
      rows.push(...page["api-keys"]);
      cursor = page.cursor;
    }
    return rows;
  };
  const ends = (row: { readonly key: string }, key: { readonly key: string }) => row.key.endsWith(key.key.slice(-4));
  const [dataRows, adminRows] = [await allKeys("api-key"), await allKeys("admin-api-key")];
  const dataKeys = old.dataKeys.filter((key) => dataRows.some((row) => row.user === key.user && ends(row, key)));
  const adminKeys = old.adminKeys.filter((key) =>
    adminRows.some((row) => row.label === (key.label || "(no label)") && ends(row, key)),
  );
  const { servers } = await read("mcp-servers", Named.servers);
  const tools = new Map<string, ReadonlySet<string>>();
  for (const { slug } of servers) {
    const listed = await read(`mcp-servers/${encodeURIComponent(slug)}/tools`, Named.tools);
    tools.set(slug, new Set(listed.tools.map(({ name }) => name)));
  }
  const { webhooks } = await read("webhooks", Named.webhooks);
  const { notes } = await read("file-notes", Named.notes);
  const { remotes } = await read("settings/offsite/remotes", Named.remotes);
  const { schedules } = await read("settings/offsite/schedules", Named.schedules);
  const { offsiteNotificationSettings } = await read("settings/offsite/notifications", Named.notifications);
  return {
    keys: new Set([...dataKeys, ...adminKeys].map(({ key }) => key)),
    webhooks: new Set(webhooks.flatMap(({ url }) => receiverOf(url)?.id ?? [])),
    tools,
    notes: new Set(notes.map(({ filename }) => normalizedDatabaseName(filename))),
    locations: new Set(Object.keys(remotes)),
    schedules: new Set(schedules.map(({ name }) => name)),
    hasNotifications: offsiteNotificationSettings !== null && offsiteNotificationSettings !== undefined,
  };
}
