import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Started } from "#shared/files/operations/contract.ts";
import type { Information } from "#shared/system/contract.ts";
import type { Preview } from "../../guards/confirmations.ts";
import {
  type Arguments,
  destructiveTool,
  type LinkToPage,
  linkedTool,
  readTool,
  type ToolContext,
} from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult } from "../pages.ts";
import { doneField, flag, processField, type ResultFields, rows, text } from "../result-fields.ts";
import { clientsOf, peopleText } from "./people.ts";

const getInformation = apiRoute("getInformation");
const getDatabase = apiRoute("getDatabase");
const listClients = apiRoute("listClients");
const check = apiRoute("checkFileConsistency");
const recover = apiRoute("recoverFile");
const copySelfContained = apiRoute("copySelfContainedFile");
const removeAdminAccess = apiRoute("removeAdminAccess");
const enableKiosk = apiRoute("enableKioskMode");
const resetUuid = apiRoute("resetFileUuid");

/** Operation on a file, as a model reads it. */
interface ListedOperation {
  readonly text: string;
  readonly tool: string;
  /** First release of FileMaker Server that supports it, if older ones don't. */
  readonly since?: number;
}

/** Input of a conversion. A type, because the input of an operation of the API can have other fields. */
type Conversion = {
  readonly sourceFile: string;
  readonly targetFile: { readonly filename: string };
  /** API key whose account opens the file. */
  readonly key?: number;
};

/** Operation of `run_file_operation`. */
interface ConvertedBy extends Omit<ListedOperation, "tool"> {
  /** Name of its dialog in the console. */
  readonly dialog: string;
  /** Starts it. Without this, it needs a password or a file that must not become part of a conversation. */
  readonly start?: (api: ToolContext["api"], input: Conversion) => Promise<Started>;
  /** True if it opens the file with an account. */
  readonly opensWithAccount?: boolean;
  /** End of the new file's name. */
  readonly addition?: string;
}

const runner = "run_file_operation";
const conversions: Readonly<Record<string, ConvertedBy>> = {
  copy_self_contained: {
    dialog: "selfContained",
    addition: " Self-Contained",
    text: "Copies the file with its external container data embedded.",
    opensWithAccount: true,
    start: (api, input) => api.call(copySelfContained, input),
  },
  remove_admin_access: {
    dialog: "noAdmin",
    addition: " No Admin",
    text: "Makes a copy whose accounts have no full access, permanently.",
    start: (api, input) => api.call(removeAdminAccess, input),
  },
  enable_kiosk: {
    dialog: "kiosk",
    addition: " Kiosk",
    text: "Makes a copy that can open in kiosk mode.",
    start: (api, input) => api.call(enableKiosk, input),
  },
  reset_uuid: {
    dialog: "uuid",
    addition: " New UUID",
    since: 22,
    text: "Makes a copy with a new UUID.",
    opensWithAccount: true,
    start: (api, input) => api.call(resetUuid, input),
  },
  save_as_xml: { dialog: "xml", text: "Saves the file's structure as XML on the host." },
  apply_patch: { dialog: "patch", text: "Applies patch files that are stored on the host.", since: 26 },
  encrypt: { dialog: "encrypt", text: "Encrypts the file." },
  decrypt: { dialog: "decrypt", text: "Removes the file's encryption." },
};

const operations: Readonly<Record<string, ListedOperation>> = {
  check_consistency: { tool: "check_file", text: "Checks the file for damage." },
  recover: { tool: "recover_file", text: "Repairs a damaged file in place." },
  ...Object.fromEntries(
    Object.entries(conversions).map(([name, { text, since }]) => [
      name,
      { tool: runner, text, ...(since !== undefined && { since }) },
    ]),
  ),
};

/** Returns what an operation needs in addition to the name of the file. */
function neededBy(operation: string): string | undefined {
  const { start, opensWithAccount } = conversions[operation] ?? {};
  if (opensWithAccount === true) return "Needs key: the id of an API key whose account has full access to the file.";
  const isLinked = conversions[operation] !== undefined && start === undefined;
  return isLinked ? "Needs a secret: the tool answers with a link, and the user starts it in the console." : undefined;
}

type ServerVersion = Information["FileMakerServer"]["version"];

/** Returns the file operations, each with its support in this release of FileMaker Server, if the version is known. */
export function fileOperationRows({ major, short }: Pick<ServerVersion, "major" | "short">) {
  return Object.entries(operations).map(([operation, { text, tool, since = 0 }]) => {
    const isSupported = major >= since;
    const needs = neededBy(operation);
    return {
      ...{ operation, text, tool },
      ...(needs !== undefined && { needs }),
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
      uses: [getInformation],
      description:
        "Lists the operations on files, the tool for each, and if this FileMaker Server supports it. Use it to find out how to check, repair, copy, encrypt or convert a file.",
      output: {
        operations: rows("The operations", {
          operation: text(),
          text: text("Its effect"),
          tool: text("Tool that does it"),
          needs: text("What it needs, except the file"),
          supported: flag("True if this FileMaker Server supports it; missing while unknown"),
          reason: text("Why it is not supported"),
        }),
      },
    },
    async (_given, { api }) => {
      const { FileMakerServer: server } = await api.call(getInformation, {});
      return { kind: "result", content: { operations: fileOperationRows(server.version) } };
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
  linkedTool(
    destructiveTool(
      "file_operations",
      runner,
      {
        title: "Convert or copy a file",
        uses: [copySelfContained, removeAdminAccess, enableKiosk, resetUuid, getDatabase, listClients],
        description:
          "Runs an operation of list_file_operations on a copy, next to the file. The file is closed meanwhile. If a secret is needed, it answers with a link for the user. Returns a process_id. Use it to copy, convert, encrypt or patch a file.",
        input: {
          file,
          operation: { type: "string", enum: Object.keys(conversions), description: "The operation" },
          key: { type: "integer", minimum: 1, description: "Id of an API key of the file (list_api_keys)" },
        },
        required: ["file", "operation"],
        output: { ...started, link: text("Page for the user"), next: text() },
      },
      (given, context) => {
        const { text: effect, opensWithAccount } = conversions[String(given.operation)] as ConvertedBy;
        const account = opensWithAccount === true ? `, opened with the account of key ${given.key}` : "";
        return closingPreview(`${effect.slice(0, -1)} as "${resultName(given)}"${account}`, given, context);
      },
      async (given, { api }) => {
        const { start, opensWithAccount } = conversions[String(given.operation)] as ConvertedBy;
        if (start === undefined) throw new Error(`No operation of the API starts ${given.operation}`);
        const { processId, message } = await start(api, {
          sourceFile: String(given.file),
          targetFile: { filename: resultName(given) },
          ...(opensWithAccount === true && { key: Number(given.key) }),
        });
        return doneResult({ process_id: processId, message });
      },
    ),
    linkFor,
  ),
];

/** Returns the page on which the user starts an operation that needs a secret. Nothing happens to the file. @throws ApiRefused */
async function linkFor(given: Arguments, { api, consoleUrl }: ToolContext): Promise<LinkToPage | undefined> {
  const { start, opensWithAccount, dialog } = conversions[String(given.operation)] as ConvertedBy;
  const { database } = await api.call(getDatabase, { filename: String(given.file) });
  const isKeyMissing = opensWithAccount === true && given.key === undefined;
  if (start !== undefined && !isKeyMissing && !database.isEncrypted) return undefined;
  const page = `/files/${encodeURIComponent(database.filename)}?op=${dialog}`;
  return {
    url: consoleUrl(page),
    message: `${given.operation} of ${database.filename} needs an account or password, which you enter in the console. Nothing happened to the file yet.`,
    next: isKeyMissing && !database.isEncrypted ? "Give the user the link, or repeat the call with key." : linkedNext,
  };
}

const linkedNext = "Give the user the link. Follow the process that the user starts there with list_processes.";

/** Returns the name of the file that an operation makes. */
function resultName({ file: given, operation }: Arguments): string {
  return `${bareDatabaseName(String(given))}${conversions[String(operation)]?.addition ?? ""}`;
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
