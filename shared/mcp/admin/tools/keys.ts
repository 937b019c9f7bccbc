import { destructiveTool, readTool, type ToolContext } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, limitOf, pageInput, pageOfApi, pageOutput } from "../pages.ts";

const listDataApiKeys = apiRoute("listDataApiKeys");
const getDataApiKey = apiRoute("getDataApiKey");
const deleteDataApiKey = apiRoute("deleteDataApiKey");

export const keyTools = [
  readTool(
    "keys",
    "list_api_keys",
    {
      title: "List Data API keys",
      uses: [listDataApiKeys],
      description: "Lists keys by their labels, with files, last use and failures. Never returns key values.",
      input: pageInput,
      output: pageOutput("keys"),
    },
    async (given, context) => {
      const { position } = context;
      const page = await context.api.call(listDataApiKeys, {
        limit: limitOf(given),
        ...(typeof position === "string" && { cursor: position }),
      });
      const rows = page["api-keys"].map((one) => ({
        ...{ id: one.id, label: one.label, files: one.databases, any_file: one.allow_any_database },
        ...{
          data_api: one.is_data_api,
          odata: one.is_odata,
          last_used: one.last_used,
          failing_since: one.failing_since,
        },
      }));
      return pageOfApi("keys", rows, page.cursor, context);
    },
  ),
  destructiveTool(
    "keys",
    "delete_api_key",
    {
      title: "Delete a Data API key",
      uses: [deleteDataApiKey, getDataApiKey],
      description: "Deletes a key: apps that use it lose access at once, and it can't be restored.",
      input: { key: { type: "integer", minimum: 1, description: "id as in list_api_keys" } },
      required: ["key"],
      output: { done: { type: "boolean" } },
    },
    async (given, context) => {
      const { id, label, databases, last_used: lastUsed } = await keyOf(given, context);
      return {
        message: `Delete the key ${id}, ${label ?? "without a label"}, for ${databases.join(", ") || "all files"}, last used ${lastUsed ?? "never"}.`,
        state: { key: id, label, files: databases },
      };
    },
    async (given, { api }) => {
      const { ok } = await api.call(deleteDataApiKey, { key: String(given.key) });
      return doneResult({ done: ok });
    },
  ),
];

async function keyOf(given: Readonly<Record<string, unknown>>, { api }: Pick<ToolContext, "api">) {
  const found = await api.call(getDataApiKey, { key: String(given.key) });
  if (!("id" in found)) throw new ApiRefused(404, 0, "Key not found. Call list_api_keys to see the ids");
  return found;
}
