import { errors } from "#shared/contract/errors.ts";
import { destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute, type OutputOf } from "../api-routes.ts";
import { doneResult, limitOf, oneResult, pageInput, pageOfApi, pageOutput } from "../pages.ts";
import { doneField, flag, type ResultFields, rows, text, texts, whole } from "../result-fields.ts";
import { hostedName } from "./known-names.ts";

const listDataApiKeys = apiRoute("listDataApiKeys");
const getDataApiKey = apiRoute("getDataApiKey");
const createDataApiKey = apiRoute("createDataApiKey");
const testDataApiKey = apiRoute("testDataApiKey");
const deleteDataApiKey = apiRoute("deleteDataApiKey");
const listDatabases = apiRoute("listDatabases");
const searchLog = apiRoute("searchLog");

const key = { type: "integer", minimum: 1, description: "id as in list_api_keys" } as const;

/** Log with a line per call. */
const callsLog = "svc-info.log";
/** Number of lines of a key in which its errors are looked for, and of errors in a result. */
const searchedLines = 200;
const maxErrors = 10;

const keyFields: ResultFields = {
  id: whole("Number for other tools"),
  label: text(),
  files: texts(),
  any_file: flag("True if it opens all files of its account"),
  data_api: flag(),
  odata: flag(),
  last_used: text(),
  failing_since: text("Time since FileMaker Server rejects its account"),
  failing_files: texts("Files that reject its account"),
  disabled: flag(),
  ends_at: text(),
};

export const keyTools = [
  readTool(
    "keys",
    "list_api_keys",
    {
      title: "List Data API keys",
      uses: [listDataApiKeys],
      description:
        "Lists keys by their labels, with files, last use and failures. Never returns key values. Use it to find a key, or the keys whose calls fail.",
      input: pageInput,
      output: pageOutput("keys", keyFields),
    },
    async (given, context) => {
      const { position } = context;
      const page = await context.api.call(listDataApiKeys, {
        limit: limitOf(given),
        ...(typeof position === "string" && { cursor: position }),
      });
      return pageOfApi("keys", page["api-keys"].map(keyRow), page.cursor, context);
    },
  ),
  readTool(
    "keys",
    "create_api_key",
    {
      title: "Create a Data API key",
      // Only the console creates it. The tool is offered to those who may.
      uses: [listDatabases, createDataApiKey],
      description:
        "Prepares a new Data API key: returns a link to the console's form with these settings. The user enters the file's account there and sees the key once; neither becomes part of the conversation. Use it when the user wants to create a key for a program.",
      input: {
        label: { type: "string", minLength: 1, maxLength: 100, description: "Name of the program that uses the key" },
        files: {
          type: "array",
          items: { type: "string", minLength: 1, maxLength: 200 },
          maxItems: 100,
          description: "Names as in list_files",
        },
        odata: { type: "boolean", default: false, description: "Also for OData and MCP servers. Default: false" },
      },
      required: ["label", "files"],
      output: { url: text("Address for the user"), next: text("What to tell the user") },
    },
    async ({ label, files, odata = false }, { api, consoleUrl }) => {
      const { databases } = await api.call(listDatabases, {});
      const names = (files as readonly string[]).map((name) => hostedName(name, databases));
      const search = new URLSearchParams({
        create: "true",
        label: JSON.stringify(label),
        files: JSON.stringify(names),
        ...(odata === true && { odata: "true" }),
      });
      return oneResult({
        url: consoleUrl(`/keys?${search}`),
        next: "Give the user the address. They sign in, enter the account of the files, create the key, and copy it there. Never ask for the account or the key.",
      });
    },
  ),
  writeTool(
    "keys",
    "test_api_key",
    {
      title: "Test a Data API key",
      uses: [testDataApiKey, searchLog],
      description:
        "Opens each file of a key with its stored account, and returns the reason of each failure and the last errors of its calls. Use it to find out why the calls of a key fail.",
      input: { key },
      required: ["key"],
      output: {
        done: flag("True if every file opens"),
        files: rows("Result for each file", {
          file: text(),
          ok: flag(),
          reason: text("Why the account can't open it"),
        }),
        recent_errors: rows("Last failed calls of the key, newest first", {
          at: text(),
          path: text(),
          status: whole("HTTP status"),
          error: text("Its meaning"),
          remedy: text("What helps"),
        }),
        recent_errors_unknown: text("Why they are missing"),
        next: text("What to do next"),
      },
      idempotent: true,
    },
    async (given, { api }) => {
      const { ok, files } = await api.call(testDataApiKey, { key: String(given.key) });
      return doneResult({
        done: ok,
        files: files.map(({ database, ok: opens, text: reason }) => ({ file: database, ok: opens, reason })),
        ...(await recentErrors(Number(given.key), { api })),
        next: ok
          ? undefined
          : "The account is that of the key. The user corrects its password in the console (API Keys, the key, Change password), or the account in the file.",
      });
    },
  ),
  destructiveTool(
    "keys",
    "delete_api_key",
    {
      title: "Delete a Data API key",
      uses: [deleteDataApiKey, getDataApiKey],
      description:
        "Deletes a key: apps that use it lose access at once, and it can't be restored. Use it only if no program needs the key anymore.",
      input: { key },
      required: ["key"],
      output: { done: doneField },
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

/** Returns the last failed calls of a key from the log. Without that log, the result says so. */
async function recentErrors(id: number, { api }: Pick<ToolContext, "api">) {
  try {
    const text = `"key":"data-key:${id}"`;
    const { records } = await api.call(searchLog, { name: callsLog, text, limit: searchedLines });
    return { recent_errors: records.flatMap(({ text: line }) => failedCall(line, id)).slice(0, maxErrors) };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { recent_errors_unknown: thrown.message };
  }
}

/** Returns the failed call that a line of the log is about, if it is one of the key. */
function failedCall(line: string, id: number) {
  try {
    const { key: name, at, time = at, path, status, error } = JSON.parse(line);
    if (name !== `data-key:${id}` || typeof status !== "number" || status < 400) return [];
    const entry = Object.hasOwn(errors, error) ? errors[error as keyof typeof errors] : undefined;
    return [{ at: time, path, status, error: entry?.sentence ?? error, remedy: entry?.remedy }];
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return []; // A line that was cut because it is too long.
    throw thrown;
  }
}

function keyRow(one: OutputOf<typeof listDataApiKeys>["api-keys"][number]) {
  return {
    ...{ id: one.id, label: one.label, files: one.databases, any_file: one.allow_any_database },
    ...{ data_api: one.is_data_api, odata: one.is_odata, last_used: one.last_used },
    ...(one.failing_since !== null && { failing_since: one.failing_since, failing_files: one.failing_files }),
    ...(one.is_disabled && { disabled: true }),
    ends_at: one.ends_at,
  };
}

async function keyOf(given: Readonly<Record<string, unknown>>, { api }: Pick<ToolContext, "api">) {
  const found = await api.call(getDataApiKey, { key: String(given.key) });
  if (!("id" in found)) throw new ApiRefused(404, 0, "Key not found. Call list_api_keys to see the ids");
  return found;
}
