import type { Reply } from "../../http/reply.ts";
import { jsonBody } from "../json-body.ts";
import { occurrenceNamed } from "../navigation.ts";
import { isSince, majorVersion, type ODataCall } from "../odata-call.ts";
import { badBody, ODataError, unknownTable, unsupported } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";
import { describeWebhook, type Webhook } from "./webhook.ts";
import { webhookBody } from "./webhook-body.ts";
import { CONNECTION_FAILED } from "./webhooks.ts";

/** Handles a request such as `Webhook.Get(3)`; undefined for other paths. */
export function routeWebhooks(
  call: ODataCall,
  segment: string,
): { readonly name: string; run(): Reply | Promise<Reply> } | undefined {
  const [, action, id] = /^Webhook\.(\w+)(?:\((\d*)\))?$/.exec(segment) ?? [];
  if (action === undefined) return undefined;
  const known = id === undefined ? WITHOUT_ID[action] : WITH_ID[action];
  const name = `${call.request.method} Webhook.${action}`;
  if (known === undefined || known.method !== call.request.method || !isSince(call.host, "22.0.4")) {
    return {
      name,
      run: () => {
        throw unsupported();
      },
    };
  }
  return { name, run: () => known.run(call, Number(id)) };
}

interface Action {
  readonly method: "GET" | "POST";
  run(call: ODataCall, id: number): Reply | Promise<Reply>;
}

const WITHOUT_ID: Readonly<Record<string, Action>> = {
  GetAll: {
    method: "GET",
    run(call) {
      const { host, database, form, settings } = call;
      return jsonAnswer(form, settings, {
        [`${form.mark}context`]: `${call.root}/$metadata#${settings.webhookContext}`,
        status: "ACTIVE",
        webhooks: host.webhooks.list(database).map(describeWebhook),
      });
    },
  },
  Add: {
    method: "POST",
    run(call) {
      const webhook = call.host.webhooks.add(call.database, definitionFrom(call));
      return result(call, webhook.id);
    },
  },
};

const WITH_ID: Readonly<Record<string, Action>> = {
  Get: {
    method: "GET",
    run(call, id) {
      const context = { [`${call.form.mark}context`]: `${call.root}/$metadata#WebHook` };
      return jsonAnswer(call.form, call.settings, { ...context, ...describeWebhook(webhookOf(call, id)) });
    },
  },
  Delete: {
    method: "POST",
    run(call, id) {
      call.host.webhooks.remove(call.database, webhookOf(call, id));
      return result(call, id);
    },
  },
  Invoke: {
    method: "POST",
    async run(call, id) {
      const webhook = webhookOf(call, id);
      const { rowIDs = [] } = jsonBody(call);
      if (!Array.isArray(rowIDs) || rowIDs.some((row) => !Number.isInteger(row))) throw badBody("rowIDs is no list");
      const occurrence = occurrenceNamed(call.database.occurrences, webhook.tableName);
      if (occurrence === undefined) throw unknownTable(webhook.tableName);
      // Default: all rows.
      const rows = rowIDs.length === 0 ? [...occurrence.table.records.keys()] : rowIDs.map(Number);
      if (call.settings.invoke === "queued") {
        call.host.webhooks.enqueue(call.database, webhook, "UPDATE", rows);
        return result(call, id);
      }
      const code = await call.host.webhooks.send(call.database, webhook, "UPDATE", rows);
      if (code === CONNECTION_FAILED)
        throw new ODataError(call.settings.invokeFailureStatus, String(code), "Connection failed");
      return result(call, id);
    },
  },
};

function result(call: ODataCall, id: number): Reply {
  return jsonAnswer(call.form, call.settings, { webhookResult: { webhookID: id } });
}

function webhookOf(call: ODataCall, id: number): Webhook {
  const webhook = call.host.webhooks.get(call.database, id);
  if (webhook === undefined) throw new ODataError(404, "-1061", "Specified WebHook not found");
  return webhook;
}

function definitionFrom(call: ODataCall): Omit<Webhook, "id" | "pending"> {
  const body = jsonBody(call);
  const text = (name: string): string => {
    const value = body[name] ?? "";
    if (typeof value !== "string") throw badBody(`${name} is no text`);
    return value;
  };
  const url = text("webhook");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw badBody("webhook is no address");
  const tableName = text("tableName");
  const occurrence = occurrenceNamed(call.database.occurrences, tableName);
  if (occurrence === undefined) throw unknownTable(tableName);
  const attempts = body.maxFailedAttempts ?? 0;
  if (!Number.isInteger(attempts)) throw badBody("maxFailedAttempts is no number");
  const selection = { tableName: occurrence.name, select: text("select"), filter: text("filter") };
  const isNew = majorVersion(call.host) >= 26;
  const queryHeaders = isNew ? headersFrom(body.queryHeaders) : {};
  const { host, database, account } = call;
  return {
    ...selection,
    url,
    headers: headersFrom(body.endpointHeaders ?? body.headers),
    notifySchemaChanges: body.notifySchemaChanges === true,
    maxFailedAttempts: isNew ? Number(attempts) : 0,
    bodyFor: (operation) => webhookBody({ ...selection, queryHeaders, host, database, account }, operation),
  };
}

function headersFrom(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw badBody("headers is no object");
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
