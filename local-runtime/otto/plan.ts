import * as z from "zod";
import { importedKeyKind } from "#shared/contract/values/api-key.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { type JsonApi, NotAService } from "./json-api.ts";
import type { OldConfiguration, OldDataKey, OldWebhook } from "./old-server.ts";

/** Kinds of things that come along, in the order in which they are created. */
export const kinds = {
  "data-key": "Data API key",
  "admin-key": "Admin API key",
  webhook: "Webhook",
  "mcp-server": "MCP server",
  "mcp-tool": "Tool",
  note: "Note",
  location: "Offsite location",
  schedule: "Offsite schedule",
  notifications: "Notification settings",
} as const;
export type Kind = keyof typeof kinds;

/** One thing of the old server. */
export interface Planned {
  readonly kind: Kind;
  /** Name for people, never a secret. */
  readonly name: string;
  /** `new`: will be created. `present`: exists here. `left-out`: can't come. */
  readonly state: "new" | "present" | "left-out";
  readonly reason?: string;
}

export interface Plan {
  readonly items: readonly Planned[];
  isNew(kind: Kind, name: string): boolean;
}

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

/** Compares the old configuration with this service's. Changes nothing. @throws NotAService */
export async function planOf(old: OldConfiguration, own: JsonApi): Promise<Plan> {
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
  const items: Planned[] = [];
  const add = (kind: Kind, name: string, isPresent: boolean, reason?: string) =>
    items.push({
      kind,
      name,
      state: reason !== undefined ? "left-out" : isPresent ? "present" : "new",
      ...(reason !== undefined && { reason }),
    });

  const dataKeys = await allKeys("api-key");
  for (const key of old.dataKeys) {
    const isPresent = dataKeys.some((row) => row.user === key.user && row.key.endsWith(key.key.slice(-4)));
    add("data-key", keyName(key), isPresent, importedKeyKind(key.key) === "data" ? undefined : noValue);
  }
  const adminKeys = await allKeys("admin-api-key");
  for (const key of old.adminKeys) {
    const isPresent = adminKeys.some(
      (row) => row.label === (key.label || "(no label)") && row.key.endsWith(key.key.slice(-4)),
    );
    add("admin-key", adminKeyName(key), isPresent, importedKeyKind(key.key) === "admin" ? undefined : noValue);
  }
  const { webhooks } = await read("webhooks", Named.webhooks);
  const receivers = new Set(webhooks.map(({ url }) => receiverOf(url)?.id));
  for (const webhook of old.webhooks) {
    const receiver = receiverOf(webhook.url);
    const isOff = webhook.active === 0 || webhook.active === false;
    const reason =
      receiver === undefined
        ? "its address has an unknown form"
        : isOff
          ? "it is disabled on the old server"
          : undefined;
    add("webhook", webhookName(webhook), receivers.has(receiver?.id), reason);
  }
  const { servers } = await read("mcp-servers", Named.servers);
  for (const server of old.mcpServers) {
    const isPresent = servers.some(({ slug }) => slug === server.slug);
    add("mcp-server", server.slug, isPresent);
    const present = isPresent
      ? (await read(`mcp-servers/${encodeURIComponent(server.slug)}/tools`, Named.tools)).tools
      : [];
    for (const tool of server.tools)
      add(
        "mcp-tool",
        `${server.slug}: ${tool.name}`,
        present.some(({ name }) => name === tool.name),
      );
  }
  const { notes } = await read("file-notes", Named.notes);
  const noted = new Set(notes.map(({ filename }) => normalizedDatabaseName(filename)));
  for (const { filename, note } of old.notes)
    add(
      "note",
      filename,
      noted.has(normalizedDatabaseName(filename)),
      documentIn(note) === undefined ? "its text has an unknown form" : undefined,
    );
  const { remotes } = await read("settings/offsite/remotes", Named.remotes);
  for (const { name } of old.remotes) add("location", name, Object.hasOwn(remotes, name));
  const { schedules } = await read("settings/offsite/schedules", Named.schedules);
  for (const { name } of old.schedules)
    add(
      "schedule",
      name,
      schedules.some((schedule) => schedule.name === name),
    );
  if (old.notifications !== null) {
    const { offsiteNotificationSettings: present } = await read("settings/offsite/notifications", Named.notifications);
    add("notifications", "of offsite backups", present !== null && present !== undefined);
  }
  const states = new Map(items.map(({ kind, name, state }) => [`${kind} ${name}`, state]));
  return { items, isNew: (kind, name) => states.get(`${kind} ${name}`) === "new" };
}

const noValue = "the old server doesn't show a value that can be imported";

/** Returns the files of a key. */
export function filesOf({ database, databases }: OldDataKey): readonly string[] {
  const names = [...(database === "" ? [] : [database]), ...(databases ?? [])].map(fullDatabaseName);
  return [...new Map(names.map((name) => [normalizedDatabaseName(name), name])).values()];
}

/** Names a key: by its label and its end, because labels can repeat. */
export function keyName(key: OldDataKey): string {
  return `${key.label || "(no label)"} …${key.key.slice(-4)} (${key.user}; ${filesOf(key).join(", ") || "any file"})`;
}

export function adminKeyName({ label, key }: { readonly label: string; readonly key: string }): string {
  return `${label || "(no label)"} …${key.slice(-4)}`;
}

export function webhookName(webhook: OldWebhook): string {
  return receiverOf(webhook.url)?.id ?? webhook.url;
}

/** Receiver in the address of a webhook, which has any prefix. */
interface Receiver {
  readonly id: string;
  readonly filename: string;
  readonly channel: string;
  readonly useFileReceiver: boolean;
}

export function receiverOf(url: string): Receiver | undefined {
  const [, kind, file = "", channel = ""] = /\/(receiver|filereceiver)\/([^/?]+)\/([^/?]+)/.exec(url) ?? [];
  if (kind === undefined) return undefined;
  const filename = fullDatabaseName(plain(file));
  const [name, useFileReceiver] = [plain(channel), kind === "filereceiver"];
  return { id: `${kind}/${normalizedDatabaseName(filename)}/${name}`, filename, channel: name, useFileReceiver };
}

/** OttoFMS stores addresses without percent-encoding. */
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (thrown) {
    if (thrown instanceof URIError) return segment;
    throw thrown;
  }
}

/** Returns the document of a note: the editor's document, wherever it is in the answer, or paragraphs of a text. */
export function documentIn(note: unknown, depth = 0): object | undefined {
  if (typeof note === "string") return textDocument(note);
  if (typeof note !== "object" || note === null || depth > 3) return undefined;
  if ("type" in note && note.type === "doc") return note;
  for (const name of ["note", "document", "content", "contents", "body", "text", "html"]) {
    const found = documentIn((note as Readonly<Record<string, unknown>>)[name], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textDocument(text: string): object | undefined {
  if (/^\s*\{/.test(text)) {
    try {
      return documentIn(JSON.parse(text), 1);
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError)) throw thrown;
    }
  }
  const lines = text
    .replace(/<\/(?:p|h\d|li|div)>|<br\s*\/?>/gi, "\n")
    .replace(/<[^>]+>/g, "")
    .split(/\r\n|\r|\n/);
  const paragraphs = lines.filter((line) => line.trim() !== "");
  if (paragraphs.length === 0) return undefined;
  return {
    type: "doc",
    content: paragraphs.map((line) => ({ type: "paragraph", content: [{ type: "text", text: line }] })),
  };
}
