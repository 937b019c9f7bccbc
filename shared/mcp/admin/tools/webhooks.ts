import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { destructiveTool, readTool, writeTool } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { doneField, flag, record, text, whole } from "../result-fields.ts";
import { nearest } from "./known-names.ts";

const listWebhooks = apiRoute("listWebhooks");
const getWebhook = apiRoute("getWebhook");
const createWebhook = apiRoute("createWebhook");
const deleteWebhook = apiRoute("deleteWebhook");
const listDatabases = apiRoute("listDatabases");

const webhook = { type: "integer", minimum: 1, description: "id as in list_webhooks" } as const;

const addressOutput = {
  path: { type: "string", description: "Path of the address for the sender, with a place for the key" },
  note: { type: "string", description: "What the user does with it" },
} as const;

/** Returns the address to give to the sender. It has a place for the key, whose value a model never sees. */
function addressFor(path: string) {
  return {
    path: `${path}?apiKey=<key>`,
    note: "The address is this server's, followed by the path. The user replaces <key> by a Data API key of the file, or has the sender send it as a bearer token.",
  };
}

export const webhookTools = [
  readTool(
    "webhooks",
    "list_webhooks",
    {
      title: "List webhooks",
      uses: [listWebhooks],
      description:
        "Lists the webhooks that receive events for files: id, file, channel, last use and result. Use it to see if events arrive, or to find a webhook.",
      input: pageInput,
      output: pageOutput("webhooks", {
        id: whole("Number for other tools"),
        file: text("File that receives the events"),
        channel: text("Last word of the address"),
        label: text(),
        active: flag("False if events are rejected"),
        last_used: text(),
        last_result: text("Its result"),
        refused: whole(),
      }),
      openWorld: true,
    },
    async (given, context) => {
      const { webhooks: found } = await context.api.call(listWebhooks, {});
      const rows = found.map((one) => ({
        ...{ id: one.id, file: one.database, channel: one.channel, label: one.label, active: one.settings.active },
        ...{ last_used: one.last_used, last_result: one.last_result, refused: one.refusedCount },
      }));
      return pageOfAll("webhooks", rows, given, context);
    },
  ),
  readTool(
    "webhooks",
    "get_webhook",
    {
      title: "Get a webhook",
      uses: [getWebhook],
      description:
        "Returns one webhook with its settings, without its secret. Use it to get the address for the sender again, or to see why events are rejected.",
      input: { webhook },
      required: ["webhook"],
      output: {
        webhook: record("The webhook", {
          id: whole("Number for other tools"),
          database: text("File that receives the events"),
          channel: text("Last word of the address"),
          label: text(),
          active: whole("0 if events are rejected"),
          created_at: text(),
          updated_at: text(),
          last_used: text(),
          last_result: text("Its result"),
          last_result_is_error: whole("1 if it failed"),
          number_of_times_used: whole(),
          bytes_received: whole(),
          refusedCount: whole(),
          useFileReceiver: flag("True if it takes files"),
          hasSecret: flag("True if events are verified with a secret"),
          previousSecretUntil: text("Time until which the previous secret is accepted"),
          sampleEvent: text("Example of an event of this sender"),
          layout: text("Layout of the new records"),
          script: text("Script that runs for each event"),
          answer_mode: text("result: waits for the script; accepted: answers at once"),
          verification: text("How events are verified; none accepts all"),
        }),
        ...addressOutput,
      },
      openWorld: true,
    },
    async (given, { api }) => {
      const { url, settings, ...shown } = await api.call(getWebhook, { id: Number(given.webhook) });
      const { layout, script, answerMode, verification } = settings;
      const read = { layout, script, answer_mode: answerMode, verification: verification.scheme };
      return oneResult({ webhook: { ...shown, ...read }, ...addressFor(url) });
    },
  ),
  writeTool(
    "webhooks",
    "register_webhook",
    {
      title: "Create a webhook",
      uses: [createWebhook, listDatabases],
      description:
        "Creates a webhook: a file receives events on a channel at its address, which is returned for the sender. Set the senders' secrets in the console, not here. Use it when another service must send events to a file.",
      input: {
        file: { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" },
        channel: {
          type: "string",
          minLength: 1,
          maxLength: 100,
          description: "Name of the kind of events, such as orders. It is part of the address",
        },
        label: { type: "string", minLength: 1, maxLength: 100, description: "Name that people see in the console" },
      },
      required: ["file", "channel", "label"],
      output: {
        done: doneField,
        webhook: whole("Number for other tools"),
        ...addressOutput,
        warning: text("Why events will not arrive yet"),
      },
    },
    async ({ file, channel, label }, { api }) => {
      const made = await api.call(createWebhook, {
        filename: String(file),
        channel: String(channel),
        label: String(label),
      });
      const { databases } = await api.call(listDatabases, {});
      const wanted = normalizedDatabaseName(made.database);
      const hosted = databases.find(({ filename }) => normalizedDatabaseName(filename) === wanted);
      const names = databases.map(({ filename }) => filename);
      return doneResult({
        webhook: made.id,
        ...addressFor(made.url),
        warning:
          hosted?.state === "normal"
            ? undefined
            : hosted === undefined
              ? `The file ${JSON.stringify(file)} is not hosted, so events can't be delivered.${nearest(String(file), names)} Call list_files.`
              : `The file is ${hosted.state}: events wait until it is open. Call open_file.`,
      });
    },
  ),
  destructiveTool(
    "webhooks",
    "delete_webhook",
    {
      title: "Delete a webhook",
      uses: [getWebhook, deleteWebhook],
      description: "Deletes a webhook: new events are rejected. Use it when no one sends events to it anymore.",
      input: { webhook },
      required: ["webhook"],
      output: { done: doneField },
    },
    async (given, { api }) => {
      const { id, database, channel, last_used: lastUsed } = await api.call(getWebhook, { id: Number(given.webhook) });
      return {
        message: `Delete the webhook ${id}, channel ${channel} of ${database}, last used ${lastUsed ?? "never"}.`,
        state: { webhook: id, file: database, channel },
      };
    },
    async (given, { api }) => {
      const { ok } = await api.call(deleteWebhook, { id: Number(given.webhook) });
      return doneResult({ done: ok });
    },
  ),
];
