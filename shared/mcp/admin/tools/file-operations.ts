import type { Information } from "#shared/system/contract.ts";
import type { Preview } from "../../guards/confirmations.ts";
import { type Arguments, destructiveTool, readTool, type ToolContext } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult } from "../pages.ts";
import { doneField, flag, processField, type ResultFields, rows, text } from "../result-fields.ts";
import { clientsOf, peopleText } from "./people.ts";

const getInformation = apiRoute("getInformation");
const getDatabase = apiRoute("getDatabase");
const listClients = apiRoute("listClients");
const check = apiRoute("checkFileConsistency");
const recover = apiRoute("recoverFile");

/** Operation on a file, as a model reads it. */
interface ListedOperation {
  readonly text: string;
  /** Tool that does it. Operations without one need an account or a password of the file, which don't belong in a conversation. */
  readonly tool?: string;
  /** First release of FileMaker Server that supports it, if older ones don't. */
  readonly since?: number;
}

const operations: Readonly<Record<string, ListedOperation>> = {
  check_consistency: { tool: "check_file", text: "Checks the file for damage." },
  recover: { tool: "recover_file", text: "Repairs a damaged file in place." },
  save_as_xml: { text: "Saves the file's structure as XML on the host." },
  copy_self_contained: { text: "Copies the file with its external container data embedded." },
  remove_admin_access: { text: "Removes full access from all accounts, permanently." },
  enable_kiosk: { text: "Allows the file to open in kiosk mode." },
  reset_uuid: { text: "Gives the file a new UUID.", since: 22 },
  apply_patch: { text: "Applies patch files that are stored on the host.", since: 26 },
  encrypt: { text: "Encrypts the file." },
  decrypt: { text: "Removes the file's encryption." },
};

const inConsole =
  "Needs an account or password of the file, which must not become part of a conversation: give the user the link, who starts it in the console.";

type ServerVersion = Information["FileMakerServer"]["version"];

/** Returns the file operations, each with its support in this release of FileMaker Server, if the version is known. */
export function fileOperationRows({ major, short }: Pick<ServerVersion, "major" | "short">, link?: string) {
  return Object.entries(operations).map(([operation, { text, tool, since = 0 }]) => {
    const isSupported = major >= since;
    return {
      ...{ operation, text },
      ...(tool === undefined ? { how: inConsole, ...(isSupported && link !== undefined && { link }) } : { tool }),
      ...(major > 0 && { supported: isSupported }),
      ...(major > 0 && !isSupported && { reason: `Requires FileMaker Server ${since}; this one is ${short}.` }),
    };
  });
}

const file = { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" } as const;
const started: ResultFields = { done: doneField, process_id: processField, message: text("The result in words") };

export const fileOperationTools = [
  readTool(
    "file_operations",
    "list_file_operations",
    {
      title: "List file operations",
      uses: [getInformation, getDatabase],
      description:
        "Lists the operations on files, the tool for each or a link for the user, and if this FileMaker Server supports it. Use it to find out how to check, repair, copy, encrypt or convert a file.",
      input: {
        file: { ...file, description: "Name as in list_files, for links to its page. Default: links to all files" },
      },
      output: {
        operations: rows("The operations", {
          operation: text(),
          text: text("Its effect"),
          tool: text("Tool that does it"),
          how: text("Why there is no tool"),
          link: text("Page where the user starts it"),
          supported: flag("True if this FileMaker Server supports it; missing while unknown"),
          reason: text("Why it is not supported"),
        }),
      },
    },
    async ({ file: given }, { api, consoleUrl }) => {
      const { FileMakerServer: server } = await api.call(getInformation, {});
      const filename = given === undefined ? undefined : await hosted(String(given), { api });
      const link = consoleUrl(filename === undefined ? "/files" : `/files/${encodeURIComponent(filename)}`);
      return { kind: "result", content: { operations: fileOperationRows(server.version, link) } };
    },
  ),
  destructiveTool(
    "file_operations",
    "check_file",
    {
      title: "Check a file for damage",
      uses: [check, getDatabase, listClients],
      description:
        "Checks a file for damage. It is closed for the check, its users are disconnected, and it is opened again. Returns a process_id. Use it if a file may be damaged.",
      input: { file },
      required: ["file"],
      output: started,
    },
    (given, context) => closingPreview("Check for damage", given, context),
    async ({ file: given }, { api }) => {
      const { processId, message } = await api.call(check, { sourceFile: String(given) });
      return doneResult({ process_id: processId, message });
    },
  ),
  destructiveTool(
    "file_operations",
    "recover_file",
    {
      title: "Repair a damaged file",
      uses: [recover, getDatabase, listClients],
      description:
        "Repairs a damaged file in place. It is closed meanwhile, its users are disconnected, and it is opened again. Returns a process_id. Use it only if check_file found damage and there is no intact backup.",
      input: { file },
      required: ["file"],
      output: started,
    },
    (given, context) => closingPreview("Repair in place, which can lose data", given, context),
    async ({ file: given }, { api }) => {
      const { processId, message } = await api.call(recover, {
        sourceFile: String(given),
        inPlace: true,
        force: true,
      });
      return doneResult({ process_id: processId, message });
    },
  ),
];

/** Returns the full name of a hosted file. @throws ApiRefused */
async function hosted(given: string, { api }: Pick<ToolContext, "api">): Promise<string> {
  return (await api.call(getDatabase, { filename: given })).database.filename;
}

/** Returns the preview of an operation for which the file is closed: what it does, and to whom. */
async function closingPreview(
  action: string,
  { file: given }: Arguments,
  { api }: Pick<ToolContext, "api">,
): Promise<Preview> {
  const { database } = await api.call(getDatabase, { filename: String(given) });
  const clients = await clientsOf(database.filename, { api });
  return {
    message: `${action}: ${database.filename}. The file is closed until it is done. ${peopleText(clients)}`,
    state: { file: database.filename, file_state: database.state, clients },
  };
}
