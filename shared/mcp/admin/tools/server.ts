import { type Arguments, destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute, type OutputOf } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { doneField, flag, map, record, rows, text, texts, whole } from "../result-fields.ts";
import { shownTo } from "./shown-to.ts";

const getInformation = apiRoute("getInformation");
const listServerProcesses = apiRoute("listServerProcesses");
const readDiskSpace = apiRoute("readDiskSpace");
const checkPrerequisites = apiRoute("checkPrerequisites");
const getLicense = apiRoute("getLicense");
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

const unknownVersion =
  "Not known yet: Latchkey reads it after a sign-in to the console, or with a stored Admin API key";

export const serverTools = [
  readTool(
    "server",
    "get_server_info",
    {
      title: "Get the server",
      uses: [getInformation],
      description:
        "Returns this FileMaker Server's name and version, and which components are running. Use it to learn which server this is and if it runs.",
      output: {
        server: record("FileMaker Server", {
          version: text("Such as 22.0.2"),
          version_unknown: text("Why its version is missing"),
          name: text("Name in the Admin Console"),
          host: text(),
          running: flag("True if it is running"),
          trouble: text("Its problem; missing if there is none"),
          parts: map("State of each component: running, off, stopped or unknown", text()),
        }),
        service: record("This service", {
          version: text(),
          serverNickname: text(),
          environmentTag: text(),
          isDemo: flag("True if FileMaker Server is simulated"),
        }),
      },
    },
    async (_given, { api }) => {
      const { FileMakerServer: found, service } = await api.call(getInformation, {});
      const { version, name, host, fmsRunning: running, trouble, parts } = found;
      const known = version.major > 0 ? { version: version.short } : { version_unknown: unknownVersion };
      const { version: release, serverNickname, environmentTag, isDemo } = service;
      return oneResult({
        server: { ...known, name, host, running, trouble, parts },
        service: { version: release, serverNickname, environmentTag, isDemo },
      });
    },
  ),
  readTool(
    "server",
    "get_server_stats",
    {
      title: "Get the server's health",
      uses: [listServerProcesses, listDatabases, listClients, readDiskSpace],
      alsoUses: [checkPrerequisites, getLicense],
      description:
        "Counts files by state and clients by type, and shows which components are running, the free space of the disks, the certificate, and the license with a forecast of its allowance. Use it to check disk space, certificates, the license and the health of the server.",
      output: {
        files: map("Number of files by state", whole()),
        clients: map("Number of clients by type, such as FMPRO or FMDAPI", whole()),
        parts: map("State of each component by its name", text()),
        disks: rows("One row per disk", {
          folders: texts("FileMaker Server's folders on it"),
          free_bytes: whole(),
          total_bytes: whole(),
          free_percent: whole(),
        }),
        checks: rows("Certificate, clock and connections", {
          check: text(),
          state: text("ok, warning, failed or unknown"),
          text: text(),
          remedy: text(),
        }),
        license: map("License, and forecast of the yearly allowance of Data API and OData", text()),
        unknown: texts("What is missing, and why"),
      },
    },
    async (_given, { api }) => {
      const [{ databases }, { clients }, { services }, disks, checks, license] = await Promise.all([
        api.call(listDatabases, {}),
        api.call(listClients, {}),
        api.call(listServerProcesses, {}),
        disksOf({ api }),
        checksOf({ api }),
        licenseOf({ api }),
      ]);
      return oneResult({
        files: counted(databases.map(({ state }) => state)),
        clients: counted(clients.map(({ kind }) => kind)),
        parts: Object.fromEntries(services.map(({ service, state }) => [service, state])),
        ...{ ...disks, ...checks, ...license },
        unknown: listed([disks, checks, license].flatMap((part) => ("unknown" in part ? [part.unknown] : []))),
      });
    },
  ),
  readTool(
    "server",
    "list_connected_clients",
    {
      title: "List connected clients",
      uses: [listClients],
      description:
        "Lists connected clients: id, user, computer, app, connection time, files. Use it to see who works in which file, before closing a file or to find one user.",
      input: {
        ...pageInput,
        file: { type: "string", maxLength: 200, description: "Only clients that have this file open" },
      },
      output: pageOutput("clients", {
        id: text("Number for other tools"),
        user: text(),
        machine: text(),
        kind: text("Type of the client, such as FMPRO or FMDAPI"),
        program: text(),
        connected_at: text(),
        files: texts("Each with the account"),
      }),
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
      output: { done: doneField },
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
      description:
        "Disconnects one client after a grace period. Uncommitted changes of the user can be lost. Use it for a single client; close_file disconnects all clients of a file.",
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
      output: { done: doneField },
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
    // Folders don't say on which disk they are, but two disks are hardly ever equal to the byte.
    const disks = Object.groupBy(folders, ({ freeBytes, totalBytes }) => `${totalBytes} ${freeBytes}`);
    return { disks: Object.values(disks).flatMap((found) => (found === undefined ? [] : [diskRow(found)])) };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { unknown: `Disks: ${thrown.message}` };
  }
}

/** Returns undefined instead of an empty list, so that the result leaves it out. */
function listed(values: readonly string[]) {
  return values.length === 0 ? undefined : values;
}

/** Returns the checks that aren't about one file, if the caller's role allows them. */
async function checksOf({ api }: Pick<ToolContext, "api">) {
  try {
    const { points } = await api.call(checkPrerequisites, {});
    const checks = points.filter(({ id, file }) => file === null && id !== "disk_space");
    return {
      checks: checks.map(({ id: check, state, text: found, remedy }) => ({ check, state, text: found, remedy })),
    };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { unknown: `Checks: ${thrown.message}` };
  }
}

/** Returns the license, and the forecast of its allowance. */
async function licenseOf({ api }: Pick<ToolContext, "api">) {
  try {
    const { license, users, allowance } = await api.call(getLicense, {});
    const { forecast, limitBytes, usedBytes, usedShare } = allowance;
    const facts = {
      ...{ product: license.product, kind: license.kind, user_limit: license.userLimit },
      ...{ connected_users: users.connected, peak_users_in_30_days: users.peak?.connected },
      ...{ expires_on: license.expiresOn, days_left: license.daysLeft },
      ...{ allowance_bytes: limitBytes, allowance_enforced: allowance.isEnforced, used_bytes: usedBytes },
      used_percent: usedShare === null ? null : Math.round(usedShare * 100),
      allowance_resets_on: allowance.resetsOn,
      ...{ forecast: forecast.outcome, runs_out_on: forecast.runsOutOn },
    };
    const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
    return { license: Object.fromEntries(known.map(([name, value]) => [name, String(value)])) };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { unknown: `License: ${thrown.message}` };
  }
}

type Folder = OutputOf<typeof readDiskSpace>["folders"][number];

/** Returns the row of a disk with the folders on it. */
function diskRow(folders: readonly Folder[]) {
  const [{ freeBytes, totalBytes } = { freeBytes: null, totalBytes: null }] = folders;
  return {
    folders: folders.map(({ folder }) => folder),
    free_bytes: freeBytes,
    total_bytes: totalBytes,
    free_percent: freeBytes === null || !totalBytes ? null : Math.floor((freeBytes / totalBytes) * 100),
  };
}

function graceText({ grace_seconds: seconds = 90 }: Arguments): string {
  return seconds === 0 ? "at once" : `after a grace period of ${Number(seconds)} seconds`;
}

function counted(values: readonly string[]): Readonly<Record<string, number>> {
  const groups = Object.groupBy(values, (value) => value);
  return Object.fromEntries(Object.entries(groups).map(([value, found = []]) => [value, found.length]));
}
