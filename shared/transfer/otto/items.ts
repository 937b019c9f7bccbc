import { importedKeyKind } from "#shared/contract/values/api-key.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { OttoItem, OttoKind } from "./contract.ts";
import type { OldAdminKey, OldConfiguration, OldDataKey, OldWebhook } from "./old-server.ts";

/** Things of this service that the old configuration is compared with. */
export interface PresentThings {
  /** Values of the old server's keys that exist here. */
  readonly keys: ReadonlySet<string>;
  /** Receivers of webhooks: see `receiverOf`. */
  readonly webhooks: ReadonlySet<string>;
  /** Names of tools by MCP server. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
  /** Normalized names of files with notes. */
  readonly notes: ReadonlySet<string>;
  readonly locations: ReadonlySet<string>;
  readonly schedules: ReadonlySet<string>;
  readonly hasNotifications: boolean;
}

/** Item whose state isn't known yet. */
interface Candidate extends Omit<OttoItem, "state" | "reason"> {
  readonly isPresent: boolean;
  readonly reason?: string | undefined;
}

/** Compares the old configuration with this service's. */
export function ottoItems(old: OldConfiguration, present: PresentThings): readonly OttoItem[] {
  const candidates = [
    ...old.dataKeys.map((key) => dataKeyItem(key, present)),
    ...old.adminKeys.map((key) => adminKeyItem(key, present)),
    ...old.webhooks.map((webhook) => webhookItem(webhook, present)),
    ...old.mcpServers.flatMap((server) => mcpItems(server, present)),
    ...old.notes.map((note) => noteItem(note, present)),
    ...old.remotes.map((remote) => locationItem(remote, old, present)),
    ...old.schedules.map((schedule) => scheduleItem(schedule, present)),
    ...(old.notifications === null ? [] : [notificationsItem(old.notifications, present)]),
  ];
  return candidates.map(({ isPresent, reason, calls, secret, ...item }) => {
    const state = reason !== undefined ? "left-out" : isPresent ? "present" : "new";
    const isNew = state === "new";
    return { ...item, state, reason: reason ?? null, secret: isNew ? secret : null, calls: isNew ? calls : [] };
  });
}

function dataKeyItem(key: OldDataKey, present: PresentThings): Candidate {
  const files = filesOf(key);
  const input = {
    ...{ key: key.key, databases: files, user: key.user, ...labelOf(key.label) },
    ...{ isDataApi: key.is_data_api, isOData: key.is_odata, allowAnyDatabase: key.allow_any_database },
  };
  return {
    kind: "data-key",
    name: keyName(key),
    isPresent: present.keys.has(key.key),
    reason: importedKeyKind(key.key) === "data" ? undefined : noValue,
    secret: { kind: "file-account", name: key.user, files: [...files] },
    calls: [{ operation: "POST /svc/api/api-key", input }],
  };
}

function adminKeyItem({ key, label }: OldAdminKey, present: PresentThings): Candidate {
  return {
    kind: "admin-key",
    name: `${label || "(no label)"} …${key.slice(-4)}`,
    isPresent: present.keys.has(key),
    reason: importedKeyKind(key) === "admin" ? undefined : noValue,
    secret: { kind: "console-account", name: "", files: [] },
    calls: [{ operation: "POST /svc/api/admin-api-key", input: { key, ...labelOf(label) } }],
  };
}

function webhookItem(webhook: OldWebhook, present: PresentThings): Candidate {
  const receiver = receiverOf(webhook.url);
  if (receiver === undefined)
    return { ...without("webhook", webhook.url, "its address has an unknown form"), isPresent: false };
  const { id, channel, filename, useFileReceiver } = receiver;
  const isOff = webhook.active === 0 || webhook.active === false;
  // Scripts for OttoFMS expect the payload as it was sent.
  const settings = { includeRequestId: false };
  const input = { channel, filename, useFileReceiver, label: webhook.label || channel, settings };
  return {
    kind: "webhook",
    name: id,
    isPresent: present.webhooks.has(id),
    // Here it would accept events.
    reason: isOff ? "it is disabled on the old server" : undefined,
    secret: null,
    calls: [{ operation: "POST /svc/api/webhooks", input }],
  };
}

function mcpItems({ tools, ...server }: OldConfiguration["mcpServers"][number], present: PresentThings): Candidate[] {
  const { slug, name, filename, description, is_active } = server;
  const presentTools = present.tools.get(slug);
  return [
    {
      kind: "mcp-server",
      name: slug,
      isPresent: presentTools !== undefined,
      secret: null,
      calls: [{ operation: "POST /svc/api/mcp-servers", input: { slug, name, filename, description, is_active } }],
    },
    ...tools.map((tool): Candidate => {
      const input = { mcp_server_slug: slug, ...tool, input_schema: tool.input_schema ?? {} };
      return {
        kind: "mcp-tool",
        name: `${slug}: ${tool.name}`,
        isPresent: presentTools?.has(tool.name) ?? false,
        secret: null,
        calls: [{ operation: "POST /svc/api/mcp-servers/{mcp_server_slug}/tools", input }],
      };
    }),
  ];
}

function noteItem({ filename, note }: OldConfiguration["notes"][number], present: PresentThings): Candidate {
  const document = documentIn(note);
  if (document === undefined) return { ...without("note", filename, "its text has an unknown form"), isPresent: false };
  return {
    kind: "note",
    name: filename,
    isPresent: present.notes.has(normalizedDatabaseName(filename)),
    secret: null,
    calls: [{ operation: "PUT /svc/api/file-notes/{filename}", input: { filename, document, version: 0 } }],
  };
}

function locationItem(
  { name, endpoint, access_key_id, region }: OldConfiguration["remotes"][number],
  old: OldConfiguration,
  present: PresentThings,
): Candidate {
  const used = old.schedules.find((schedule) => schedule.remote_name === name);
  const input = {
    ...{ remote_name: name, endpoint, access_key_id, region },
    ...(used !== undefined && { bucket_name: used.bucket_name, remote_path: used.remote_path }),
  };
  return {
    kind: "location",
    name,
    isPresent: present.locations.has(name),
    secret: { kind: "store", name: access_key_id, files: [] },
    calls: [{ operation: "POST /svc/api/settings/offsite/remotes", input }],
  };
}

function scheduleItem(
  { name, last_backup: _last, ...schedule }: OldConfiguration["schedules"][number],
  present: PresentThings,
): Candidate {
  return {
    kind: "schedule",
    name,
    isPresent: present.schedules.has(name),
    secret: null,
    calls: [
      {
        operation: "POST /svc/api/settings/offsite/schedules",
        input: { name, ...schedule, useExistingSchedule: true },
      },
      // Both services would copy each backup.
      { operation: "PATCH /svc/api/settings/offsite/schedules/{name}", input: { name, is_enabled: false } },
    ],
  };
}

function notificationsItem(settings: Readonly<Record<string, unknown>>, present: PresentThings): Candidate {
  return {
    kind: "notifications",
    name: "of offsite backups",
    isPresent: present.hasNotifications,
    secret: null,
    calls: [{ operation: "POST /svc/api/settings/offsite/notifications", input: { ...settings } }],
  };
}

function without(kind: OttoKind, name: string, reason: string) {
  return { kind, name, reason, secret: null, calls: [] };
}

function labelOf(label: string): { readonly label?: string } {
  return label === "" ? {} : { label };
}

const noValue = "the old server doesn't show a value that can be imported";

/** Returns the files of a key. */
function filesOf({ database, databases }: OldDataKey): readonly string[] {
  const names = [...(database === "" ? [] : [database]), ...(databases ?? [])].map(fullDatabaseName);
  return [...new Map(names.map((name) => [normalizedDatabaseName(name), name])).values()];
}

/** Names a key: by its label and its end, because labels can repeat. */
function keyName(key: OldDataKey): string {
  return `${key.label || "(no label)"} …${key.key.slice(-4)} (${key.user}; ${filesOf(key).join(", ") || "any file"})`;
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
  const receiver = {
    filename: fullDatabaseName(plain(file)),
    channel: plain(channel),
    useFileReceiver: kind === "filereceiver",
  };
  return { ...receiver, id: receiverId(receiver) };
}

/** Returns an id that is the same for all spellings of a file. */
export function receiverId({ filename, channel, useFileReceiver }: Omit<Receiver, "id">): string {
  return `${useFileReceiver ? "filereceiver" : "receiver"}/${normalizedDatabaseName(filename)}/${channel}`;
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
function documentIn(note: unknown, depth = 0): object | undefined {
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
