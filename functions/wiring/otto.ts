import { locationStore } from "#shared/backups/locations/store.ts";
import { offsiteSettingStore } from "#shared/backups/notifications/store.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { keyStore } from "#shared/keys/store.ts";
import { mcpServerStore } from "#shared/mcp-servers/store.ts";
import { type PresentThings, receiverId } from "#shared/transfer/otto/items.ts";
import type { OldConfiguration } from "#shared/transfer/otto/old-server.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import type { Platform } from "../platform.ts";

const addedNotes = await added("notesOfFiles");

/** Reads what an import from an OttoFMS is compared with. Keys are found by their value. */
export function presentThings(platform: Pick<Platform, "table" | "vault" | "clock">) {
  const { table, vault } = platform;
  return async (old: OldConfiguration): Promise<PresentThings> => {
    const keys = keyStore(table);
    const found = new Set<string>();
    const find = async (kind: KeyKind, value: string): Promise<void> => {
      if ((await keys.bySecret(kind, await vault.fingerprints("key", value))) !== undefined) found.add(value);
    };
    for (const { key } of old.dataKeys) await find("data", key);
    for (const { key } of old.adminKeys) await find("admin", key);
    const [webhooks, servers, noted, locations, schedules, notifications] = await Promise.all([
      webhookStore(table).all(),
      mcpServerStore(table).all(),
      Promise.all(addedNotes.map(({ part }) => part(platform).noted())),
      locationStore(table).all(),
      offsiteScheduleStore(table).all(),
      offsiteSettingStore(table).get(),
    ]);
    return {
      keys: found,
      webhooks: new Set(
        webhooks.map(({ database: filename, channel, useFileReceiver }) =>
          receiverId({ filename, channel, useFileReceiver }),
        ),
      ),
      tools: new Map(servers.map(({ record }) => [record.slug, new Set(record.tools.map(({ name }) => name))])),
      notes: new Set(noted.flatMap((files) => [...files])),
      locations: new Set(locations.map(({ name }) => name)),
      schedules: new Set(schedules.map(({ name }) => name)),
      hasNotifications: notifications !== undefined,
    };
  };
}
