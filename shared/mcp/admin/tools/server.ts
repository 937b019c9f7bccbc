import { type Arguments, destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { shownTo } from "./shown-to.ts";

const getInformation = apiRoute("getInformation");
const listServerProcesses = apiRoute("listServerProcesses");
const readDiskSpace = apiRoute("readDiskSpace");
const listDatabases = apiRoute("listDatabases");
const listClients = apiRoute("listClients");
const messageClient = apiRoute("messageClient");
const disconnectClient = apiRoute("disconnectClient");

const client = {
  type: "string",
  minLength: 1,
  maxLength: 15,
  description: "id as in list_connected_clients",
} as const;
const message = {
  type: "string",
  minLength: 1,
  maxLength: 200,
  description: "Text that the user sees, at most 200 characters",
} as const;

export const serverTools = [
  readTool(
    "server",
    "get_server_info",
    {
      title: "Get the server",
      uses: [getInformation],
      description: "Returns this FileMaker Server's name and version, and which components are running.",
      output: { server: { type: "object" }, service: { type: "object" } },
    },
    async (_given, { api }) => {
      const { FileMakerServer: found, service } = await api.call(getInformation, {});
      return oneResult({ server: found, service });
    },
  ),
  readTool(
    "server",
    "get_server_stats",
    {
      title: "Get the server's health",
      uses: [listServerProcesses, listDatabases, listClients, readDiskSpace],
      description:
        "Counts files by state and clients by type, and shows which components are running and the free space of the disks.",
      output: {
        files: { type: "object" },
        clients: { type: "object" },
        parts: { type: "object" },
        disks: { type: "array", items: { type: "object" } },
      },
    },
    async (_given, { api }) => {
      const [{ databases }, { clients }, { services }, disks] = await Promise.all([
        api.call(listDatabases, {}),
        api.call(listClients, {}),
        api.call(listServerProcesses, {}),
        disksOf({ api }),
      ]);
      return oneResult({
        files: counted(databases.map(({ state }) => state)),
        clients: counted(clients.map(({ kind }) => kind)),
        parts: Object.fromEntries(services.map(({ service, state }) => [service, state])),
        ...disks,
      });
    },
  ),
  readTool(
    "server",
    "list_connected_clients",
    {
      title: "List connected clients",
      uses: [listClients],
      description: "Lists connected clients: id, user, computer, app, connection time, files.",
      input: {
        ...pageInput,
        file: { type: "string", maxLength: 200, description: "Only clients that have this file open" },
      },
      output: pageOutput("clients"),
    },
    async (given, context) => {
      const { file } = given;
      const { clients } = await context.api.call(listClients, typeof file === "string" ? { filename: file } : {});
      const rows = clients.map((one) => ({
        id: one.id,
        user: one.userName,
        machine: one.computerName,
        kind: one.kind,
        program: one.appVersion,
        connected_at: one.connectedAt,
        files: one.files.map(({ filename, account }) => `${filename} (${account})`),
      }));
      return pageOfAll("clients", rows, given, context);
    },
  ),
  writeTool(
    "server",
    "send_client_message",
    {
      title: "Send a message to a client",
      uses: [messageClient],
      description: "Shows a message to one connected user. Use it to announce that a file will be closed.",
      input: { client, message },
      required: ["client", "message"],
      output: { done: { type: "boolean" } },
    },
    async (given, { api }) => {
      const { ok } = await api.call(messageClient, { id: String(given.client), message: String(given.message) });
      return doneResult({ done: ok });
    },
  ),
  destructiveTool(
    "server",
    "disconnect_client",
    {
      title: "Disconnect a client",
      uses: [listClients, disconnectClient],
      description: "Disconnects one client after a grace period. Uncommitted changes of the user can be lost.",
      input: {
        client,
        message,
        grace_seconds: {
          type: "integer",
          minimum: 0,
          maximum: 3600,
          default: 90,
          description: "Time for the user to save, in seconds. 0 disconnects at once. Default: 90",
        },
      },
      required: ["client"],
      output: { done: { type: "boolean" } },
    },
    async (given, { api }) => {
      const { clients } = await api.call(listClients, {});
      const found = clients.find(({ id }) => id === given.client);
      if (found === undefined)
        throw new ApiRefused(404, 0, "Client not found. Call list_connected_clients to see the ids");
      const files = found.files.map(({ filename }) => filename);
      const open = files.length === 0 ? "It has no file open" : `It has ${files.join(", ")} open`;
      return {
        message: `Disconnect the client ${found.id}, ${found.userName} at ${found.computerName}, ${graceText(given)}. ${open}. ${shownTo("The user", given.message)}`,
        state: { client: found.id, user: found.userName, files },
      };
    },
    async (given, { api }) => {
      const { grace_seconds: graceSeconds = 90, message: said = "" } = given;
      const { ok } = await api.call(disconnectClient, {
        id: String(given.client),
        message: String(said),
        graceSeconds: Number(graceSeconds),
      });
      return doneResult({ done: ok });
    },
  ),
];

/** Returns the disks if an agent is available. Without one, the other data is still useful. */
async function disksOf({ api }: Pick<ToolContext, "api">) {
  try {
    const { folders } = await api.call(readDiskSpace, {});
    return {
      disks: folders.map(({ folder, freeBytes, totalBytes }) => ({
        folder,
        free_bytes: freeBytes,
        total_bytes: totalBytes,
      })),
    };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { disks_unknown: thrown.message };
  }
}

function graceText({ grace_seconds: seconds = 90 }: Arguments): string {
  return seconds === 0 ? "at once" : `after a grace period of ${Number(seconds)} seconds`;
}

function counted(values: readonly string[]): Readonly<Record<string, number>> {
  const groups = Object.groupBy(values, (value) => value);
  return Object.fromEntries(Object.entries(groups).map(([value, found = []]) => [value, found.length]));
}
