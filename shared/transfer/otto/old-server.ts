import * as z from "zod";
import { type ApiAnswer, NotAService } from "./api-answer.ts";

/** Integers, booleans and texts that OttoFMS uses for switches. */
const Switch = z
  .union([z.boolean(), z.number()])
  .nullish()
  .transform((value) => value === true || value === 1);
const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const OldDataKey = z.object({
  key: z.string(),
  user: z.string(),
  database: Text,
  databases: z.array(z.string()).nullish(),
  allow_any_database: Switch,
  label: Text,
  is_data_api: Switch,
  is_odata: Switch,
});
export type OldDataKey = z.output<typeof OldDataKey>;

const OldAdminKey = z.object({ key: z.string(), label: Text });
export type OldAdminKey = z.output<typeof OldAdminKey>;

const OldWebhook = z.object({
  url: z.string(),
  database: z.string(),
  label: Text,
  active: z.union([z.boolean(), z.number()]).nullish(),
});
export type OldWebhook = z.output<typeof OldWebhook>;

const OldTool = z.object({
  name: z.string(),
  description: z.string().nullish(),
  script_name: z.string(),
  input_schema: z.record(z.string(), z.unknown()).nullish(),
  is_active: Switch,
});
const OldMcpServer = z.object({
  slug: z.string(),
  name: z.string(),
  filename: z.string(),
  description: z.string().nullish(),
  is_active: Switch,
});
type OldMcpServer = z.output<typeof OldMcpServer> & { readonly tools: readonly z.output<typeof OldTool>[] };

const OldRemote = z.object({ endpoint: z.string(), access_key_id: z.string(), region: z.string().nullish() });
type OldRemote = z.output<typeof OldRemote> & { readonly name: string };

const OldSchedule = z.looseObject({
  name: z.string(),
  remote_name: z.string(),
  bucket_name: z.string(),
  remote_path: Text,
});
type OldSchedule = z.output<typeof OldSchedule>;

/** Configuration of an OttoFMS, as its public API returns it. */
export interface OldConfiguration {
  readonly dataKeys: readonly OldDataKey[];
  readonly adminKeys: readonly OldAdminKey[];
  readonly webhooks: readonly OldWebhook[];
  readonly mcpServers: readonly OldMcpServer[];
  /** Notes by file. Their form isn't public. */
  readonly notes: readonly { readonly filename: string; readonly note: unknown }[];
  readonly remotes: readonly OldRemote[];
  readonly schedules: readonly OldSchedule[];
  readonly notifications: Readonly<Record<string, unknown>> | null;
  /** Parts that the server doesn't have, with the reason. */
  readonly unread: readonly string[];
}

/** Management API of the old server. Paths are relative to it. */
export interface OldServer {
  /** Address with the path prefix, for messages. */
  readonly base: string;
  get(path: string, options: { readonly sendsKey: boolean }): Promise<ApiAnswer>;
}

/**
 * Reads everything. Makes only GET requests, so nothing changes there. The key is sent only after the server has answered as an OttoFMS.
 * @throws NotAService
 */
export async function readOldServer(server: OldServer): Promise<OldConfiguration> {
  const { base } = server;
  const { code, status } = await server.get("info", { sendsKey: false });
  if (code !== 0 && status !== 401)
    throw new NotAService(`${base} isn't the address of an OttoFMS, such as https://fms.example.com/otto`);
  const unread: string[] = [];
  /** Returns a part. OttoFMS gained parts over time, so an old one may lack some. */
  const read = async <T>(what: string, path: string, schema: z.ZodType<T>, none: T): Promise<T> => {
    const answer = await server.get(path, { sendsKey: true });
    if (answer.status === 401 || answer.status === 403)
      throw new NotAService(`${base} doesn't accept the Admin API key: ${answer.text}`);
    if (answer.status >= 400) {
      unread.push(`${what}: HTTP ${answer.status} ${answer.text}`.trim());
      return none;
    }
    const parsed = schema.safeParse(answer.response);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    unread.push(`${what}: unknown form at ${issue?.path.join(".") ?? "its root"}`);
    return none;
  };

  const { "api-keys": dataKeys } = await read(
    "Data API keys",
    "api-key",
    z.object({ "api-keys": z.array(OldDataKey) }),
    { "api-keys": [] },
  );
  const { "api-keys": adminKeys } = await read(
    "Admin API keys",
    "admin-api-key",
    z.object({ "api-keys": z.array(OldAdminKey) }),
    { "api-keys": [] },
  );
  const { webhooks } = await read("Webhooks", "webhooks", z.object({ webhooks: z.array(OldWebhook) }), {
    webhooks: [],
  });
  const { servers } = await read("MCP servers", "mcp-servers", z.object({ servers: z.array(OldMcpServer) }), {
    servers: [],
  });
  const mcpServers: OldMcpServer[] = [];
  for (const server of servers) {
    const path = `mcp-servers/${encodeURIComponent(server.slug)}/tools`;
    const { tools } = await read(
      `Tools of the MCP server ${server.slug}`,
      path,
      z.object({ tools: z.array(OldTool) }),
      { tools: [] },
    );
    mcpServers.push({ ...server, tools });
  }
  const listed = await read("Notes of files", "file-notes", z.record(z.string(), z.unknown()), {});
  const notes: { readonly filename: string; readonly note: unknown }[] = [];
  for (const filename of fileNamesIn(listed)) {
    const note = await read(
      `Note of ${filename}`,
      `file-notes/${encodeURIComponent(filename)}`,
      z.record(z.string(), z.unknown()),
      {},
    );
    notes.push({ filename, note });
  }
  const { remotes } = await read(
    "Offsite locations",
    "settings/offsite/remotes",
    z.object({ remotes: z.record(z.string(), OldRemote) }),
    { remotes: {} },
  );
  const { schedules } = await read(
    "Offsite schedules",
    "settings/offsite/schedules",
    z.object({ schedules: z.array(OldSchedule) }),
    { schedules: [] },
  );
  const Notifications = z.object({ offsiteNotificationSettings: z.record(z.string(), z.unknown()).nullable() });
  const { offsiteNotificationSettings: notifications } = await read(
    "Notification settings",
    "settings/offsite/notifications",
    Notifications,
    {
      offsiteNotificationSettings: null,
    },
  );
  return {
    ...{ dataKeys, adminKeys, webhooks, mcpServers, notes, schedules, notifications, unread },
    remotes: Object.entries(remotes).map(([name, remote]) => ({ name, ...remote })),
  };
}

/** Returns the files with notes. The fields of the list aren't public, so any text that is a file name counts. */
function fileNamesIn(listed: unknown): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string" && /^[^/\\]{1,200}\.fmp12$/i.test(value)) names.add(value);
    if (typeof value !== "object" || value === null || depth > 4) return;
    for (const [name, inner] of Object.entries(value)) {
      if (/\.fmp12$/i.test(name)) names.add(name);
      visit(inner, depth + 1);
    }
  };
  visit(listed, 0);
  return [...names];
}
