import { destructiveTool, readTool, writeTool } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";

const listWebhooks = apiRoute("listWebhooks");
const getWebhook = apiRoute("getWebhook");
const createWebhook = apiRoute("createWebhook");
const deleteWebhook = apiRoute("deleteWebhook");

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
      description: "Lists the webhooks that receive events for files: id, file, channel, last use and result.",
      input: pageInput,
      output: pageOutput("webhooks"),
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
      description: "Returns one webhook with its settings, without its secret.",
      input: { webhook },
      required: ["webhook"],
      output: { webhook: { type: "object" }, ...addressOutput },
      openWorld: true,
    },
    async (given, { api }) => {
      const { url, ...shown } = await api.call(getWebhook, { id: Number(given.webhook) });
      return oneResult({ webhook: shown, ...addressFor(url) });
    },
  ),
  writeTool(
    "webhooks",
    "register_webhook",
    {
      title: "Register a webhook",
      uses: [createWebhook],
      description:
        "Lets a file receive events on a channel, and returns the address for the sender. Set the senders' secrets in the console, not here.",
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
      output: { done: { type: "boolean" }, webhook: { type: "integer" }, ...addressOutput },
    },
    async ({ file, channel, label }, { api }) => {
      const made = await api.call(createWebhook, {
        filename: String(file),
        channel: String(channel),
        label: String(label),
      });
      return doneResult({ webhook: made.id, ...addressFor(made.url) });
    },
  ),
  destructiveTool(
    "webhooks",
    "delete_webhook",
    {
      title: "Delete a webhook",
      uses: [getWebhook, deleteWebhook],
      description: "Deletes a webhook: new events are rejected.",
      input: { webhook },
      required: ["webhook"],
      output: { done: { type: "boolean" } },
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
