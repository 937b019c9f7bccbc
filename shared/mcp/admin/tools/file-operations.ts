import type { Information } from "#shared/system/contract.ts";
import type { ToolOutcome } from "../../protocol/tool-set.ts";
import { destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult } from "../pages.ts";

const getInformation = apiRoute("getInformation");
const getDatabase = apiRoute("getDatabase");
const check = apiRoute("checkFileConsistency");
const saveAsXml = apiRoute("saveFileAsXml");
const copy = apiRoute("copySelfContainedFile");
const recover = apiRoute("recoverFile");
const removeAccess = apiRoute("removeAdminAccess");
const enableKiosk = apiRoute("enableKioskMode");
const resetUuid = apiRoute("resetFileUuid");
const applyPatch = apiRoute("applyPatch");

const checks = {
  check_consistency: "Checks the file for damage; the file is closed for the check and opened again.",
  save_as_xml: "Saves the file's structure as XML on the host.",
  copy_self_contained: "Copies the file with its external container data embedded, under the name in `target`.",
} as const;

const operations = {
  recover: "Repairs a damaged file in place.",
  remove_admin_access: "Removes full access from all accounts, permanently.",
  enable_kiosk: "Allows the file to open in kiosk mode.",
  reset_uuid: "Gives the file a new UUID.",
  apply_patch: "Applies the patch files in `patch_files`, which are stored on the host.",
} as const;

/** First release of FileMaker Server that supports an operation, for operations that older releases don't support. */
const firstReleases: Readonly<Record<string, number>> = { reset_uuid: 22, apply_patch: 26 };

type ServerVersion = Information["FileMakerServer"]["version"];

/** Returns the file operations, each with its support in this release of FileMaker Server, if the version is known. */
export function fileOperationRows({ major, short }: Pick<ServerVersion, "major" | "short">) {
  const rowsOf = (of: Readonly<Record<string, string>>, tool: string) =>
    Object.entries(of).map(([operation, text]) => {
      const since = firstReleases[operation] ?? 0;
      const isSupported = major >= since;
      return {
        ...{ operation, tool, text },
        ...(major > 0 && { supported: isSupported }),
        ...(major > 0 && !isSupported && { reason: `Requires FileMaker Server ${since}; this one is ${short}.` }),
      };
    });
  return [...rowsOf(checks, "start_file_check"), ...rowsOf(operations, "start_file_operation")];
}

const file = { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" } as const;
const started = { done: { type: "boolean" }, process_id: { type: "integer" }, message: { type: "string" } } as const;

export const fileOperationTools = [
  readTool(
    "file_operations",
    "list_file_operations",
    {
      title: "List file operations",
      description: "Lists the available file operations, the tool for each, and if this FileMaker Server supports it.",
      output: { operations: { type: "array", items: { type: "object" } } },
    },
    async (_given, { api }) => {
      const { FileMakerServer: server } = await api.call(getInformation, {});
      const elsewhere =
        "Encrypting and decrypting need passwords, which don't belong in a conversation: use the console or the management API.";
      return { kind: "result", content: { operations: fileOperationRows(server.version), elsewhere } };
    },
  ),
  writeTool(
    "file_operations",
    "start_file_check",
    {
      title: "Check or copy a file",
      description: "Starts an operation that doesn't change the file. Returns a process_id.",
      input: {
        operation: { type: "string", enum: Object.keys(checks) },
        file,
        target: { type: "string", minLength: 1, maxLength: 200, description: "Name of the copy" },
      },
      required: ["operation", "file"],
      output: started,
    },
    async (given, context) => startedBy(await startCheck(given, context)),
  ),
  destructiveTool(
    "file_operations",
    "start_file_operation",
    {
      title: "Change a file",
      description:
        "Starts an operation that changes a file in place; the file is closed meanwhile. Returns a process_id.",
      input: {
        operation: { type: "string", enum: Object.keys(operations) },
        file,
        patch_files: { type: "array", items: { type: "string", minLength: 1, maxLength: 500 }, maxItems: 20 },
      },
      required: ["operation", "file"],
      output: started,
    },
    async ({ operation, file: given }, { api }) => {
      const { database } = await api.call(getDatabase, { filename: String(given) });
      const text = operations[operation as keyof typeof operations];
      return {
        message: `${database.filename}: ${text} Its ${database.clients} clients will be disconnected.`,
        state: { file: database.filename, file_state: database.state, clients: database.clients },
      };
    },
    async (given, context) => startedBy(await startOperation(given, context)),
  ),
];

function startCheck(given: Readonly<Record<string, unknown>>, { api }: Pick<ToolContext, "api">) {
  const { operation, target } = given;
  const sourceFile = String(given.file);
  if (operation === "check_consistency") return api.call(check, { sourceFile });
  if (operation === "save_as_xml") return api.call(saveAsXml, { filename: sourceFile, saveToDocuments: true });
  if (target === undefined) throw new ApiRefused(400, 0, "target: name the copy");
  return api.call(copy, { sourceFile, targetFile: { filename: String(target) } });
}

function startOperation(given: Readonly<Record<string, unknown>>, { api }: Pick<ToolContext, "api">) {
  const { operation, patch_files: patchFiles } = given;
  const sourceFile = String(given.file);
  const inPlace = { sourceFile, inPlace: true, force: true };
  if (operation === "recover") return api.call(recover, inPlace);
  if (operation === "remove_admin_access") return api.call(removeAccess, inPlace);
  if (operation === "enable_kiosk") return api.call(enableKiosk, inPlace);
  if (operation === "reset_uuid") return api.call(resetUuid, inPlace);
  if (!Array.isArray(patchFiles) || patchFiles.length === 0)
    throw new ApiRefused(400, 0, "patch_files: name at least one");
  return api.call(applyPatch, { sourceFile, patchFiles, force: true });
}

function startedBy({ processId, ...rest }: { readonly processId: number; readonly message?: string }): ToolOutcome {
  return doneResult({ process_id: processId, message: rest.message });
}
