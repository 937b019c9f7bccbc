import type { ApiAnswer, JsonApi } from "./json-api.ts";
import type { OldConfiguration, OldDataKey } from "./old-server.ts";
import { adminKeyName, documentIn, filesOf, type Kind, keyName, type Plan, receiverOf, webhookName } from "./plan.ts";

/** Result for one thing. */
export interface Brought {
  readonly kind: Kind;
  readonly name: string;
  readonly state: "created" | "present" | "left-out";
  readonly reason?: string;
}

/** Asks the administrator. An empty answer leaves out what the answer is for. */
export type Ask = (question: string, isSecret: boolean) => Promise<string>;

/** Attempts to enter one secret. */
const maxAttempts = 3;

/**
 * Creates everything that is new in the plan, each by an ordinary call of the management API, which checks and audits it. Things that
 * exist already stay as they are, so it can be repeated.
 */
export async function bringFrom(
  old: OldConfiguration,
  plan: Plan,
  own: JsonApi,
  ask: Ask,
): Promise<readonly Brought[]> {
  const results: Brought[] = plan.items.flatMap(({ kind, name, state, reason }): Brought[] =>
    state === "new" ? [] : [{ kind, name, state, ...(reason !== undefined && { reason }) }],
  );
  const report = (kind: Kind, name: string, answer: Pick<ApiAnswer, "code" | "text">) =>
    results.push(
      answer.code === 0 ? { kind, name, state: "created" } : { kind, name, state: "left-out", reason: answer.text },
    );
  const leaveOut = (kind: Kind, name: string, reason: string) => report(kind, name, { code: -1, text: reason });

  await bringDataKeys(
    old.dataKeys.filter((key) => plan.isNew("data-key", keyName(key))),
    { own, ask, report },
  );

  const adminKeys = old.adminKeys.filter((key) => plan.isNew("admin-key", adminKeyName(key)));
  if (adminKeys.length > 0) {
    const user = await ask(
      `Admin Console account for ${counted(adminKeys.length, "Admin API key")} (empty: leave out): user`,
      false,
    );
    const pass = user === "" ? "" : await ask(`Password of ${user}`, true);
    for (const key of adminKeys) {
      const name = adminKeyName(key);
      if (user === "") leaveOut("admin-key", name, noPassword);
      else
        report(
          "admin-key",
          name,
          await own.send("POST", "admin-api-key", { key: key.key, ...labelOf(key.label), user, pass }),
        );
    }
  }

  for (const webhook of old.webhooks) {
    const name = webhookName(webhook);
    const receiver = receiverOf(webhook.url);
    if (receiver === undefined || !plan.isNew("webhook", name)) continue;
    const { channel, filename, useFileReceiver } = receiver;
    const body = { channel, filename, useFileReceiver, label: webhook.label || channel };
    report("webhook", name, await own.send("POST", "webhooks", body));
  }

  for (const { tools, ...server } of old.mcpServers) {
    const { slug, name, filename, description, is_active } = server;
    if (plan.isNew("mcp-server", slug)) {
      const answer = await own.send("POST", "mcp-servers", { slug, name, filename, description, is_active });
      report("mcp-server", slug, answer);
    }
    for (const tool of tools) {
      const toolName = `${slug}: ${tool.name}`;
      if (!plan.isNew("mcp-tool", toolName)) continue;
      const body = { ...tool, input_schema: tool.input_schema ?? {} };
      report("mcp-tool", toolName, await own.send("POST", `mcp-servers/${encodeURIComponent(slug)}/tools`, body));
    }
  }

  for (const { filename, note } of old.notes) {
    if (!plan.isNew("note", filename)) continue;
    const body = { document: documentIn(note), version: 0 };
    report("note", filename, await own.send("PUT", `file-notes/${encodeURIComponent(filename)}`, body));
  }

  for (const { name, endpoint, access_key_id, region } of old.remotes) {
    if (!plan.isNew("location", name)) continue;
    const secret = await ask(`Secret access key of the offsite location ${name} (empty: leave out)`, true);
    const used = old.schedules.find((schedule) => schedule.remote_name === name);
    const body = {
      ...{ remote_name: name, endpoint, access_key_id, secret_access_key: secret, region },
      ...(used !== undefined && { bucket_name: used.bucket_name, remote_path: used.remote_path }),
    };
    if (secret === "") leaveOut("location", name, "its secret access key wasn't given");
    else report("location", name, await own.send("POST", "settings/offsite/remotes", body));
  }

  for (const { name, last_backup: _last, ...schedule } of old.schedules) {
    if (!plan.isNew("schedule", name)) continue;
    const created = await own.send("POST", "settings/offsite/schedules", {
      name,
      ...schedule,
      useExistingSchedule: true,
    });
    // Both services would copy each backup.
    const disabled =
      created.code === 0
        ? await own.send("PATCH", `settings/offsite/schedules/${encodeURIComponent(name)}`, { is_enabled: false })
        : created;
    report("schedule", name, disabled);
  }

  if (old.notifications !== null && plan.isNew("notifications", "of offsite backups"))
    report(
      "notifications",
      "of offsite backups",
      await own.send("POST", "settings/offsite/notifications", old.notifications),
    );
  return results;
}

interface Bringing {
  readonly own: JsonApi;
  readonly ask: Ask;
  readonly report: (kind: Kind, name: string, answer: Pick<ApiAnswer, "code" | "text">) => void;
}

/**
 * Creates keys. Asks for a password once per account. An account can have another password in another file: keys that it doesn't open are
 * asked for again.
 */
async function bringDataKeys(keys: readonly OldDataKey[], { own, ask, report }: Bringing): Promise<void> {
  for (const [user, ofUser] of Map.groupBy(keys, (key) => key.user)) {
    let open: readonly OldDataKey[] = ofUser;
    let refusals = new Map<OldDataKey, Pick<ApiAnswer, "code" | "text">>();
    for (let attempt = 0; attempt < maxAttempts && open.length > 0; attempt += 1) {
      const files = [...new Set(open.flatMap(filesOf))].join(", ");
      const pass = await ask(
        `Password of the account ${user} for ${counted(open.length, "key")} of ${files} (empty: leave out)`,
        true,
      );
      if (pass === "") break;
      refusals = new Map();
      for (const key of open) {
        const answer = await own.send("POST", "api-key", {
          ...{ key: key.key, databases: filesOf(key), user, pass, ...labelOf(key.label) },
          ...{ isDataApi: key.is_data_api, isOData: key.is_odata, allowAnyDatabase: key.allow_any_database },
        });
        if (answer.code === 0) report("data-key", keyName(key), answer);
        else refusals.set(key, answer);
      }
      open = [...refusals.keys()];
    }
    for (const key of open) report("data-key", keyName(key), refusals.get(key) ?? { code: -1, text: noPassword });
  }
}

const noPassword = "its password wasn't given";

function labelOf(label: string): { readonly label?: string } {
  return label === "" ? {} : { label };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
