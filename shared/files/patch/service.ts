import type { Patch } from "#shared/agent/protocol/tasks/patch-tasks.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential, AdministratorOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { fileObjects, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { JobPlan } from "#shared/jobs/api.ts";
import type { Precheck } from "../operations/precheck.ts";
import type { patches } from "./contract.ts";

export interface PatchServiceDependencies {
  readonly server: ServerCommands;
  readonly version: (credential: AdminCredential) => Promise<string>;
  readonly administrator: AdministratorOf;
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  readonly precheck: Precheck;
  /** Starts a process for the agent. Returns its id. */
  readonly start: (plan: JobPlan, fields: TaskFieldsFor<"files.patch">, startedBy: string) => Promise<number>;
}

/** First major version of the Database Server whose FMUpgradeTool applies patches. Specification, "Versioning", 4.18.0. */
const leastMajor = 26;
/** Maximum length of a patch in a request, in characters. */
const maxInlinePatch = 30_000;
/** Maximum size of the fields in bytes. The agent's link sends them in one frame. */
const largestFieldsBytes = 60_000;

export function patchService(dependencies: PatchServiceDependencies): ServiceOf<typeof patches> {
  const { server, version, administrator, start, precheck, floorBytes } = dependencies;

  return {
    async applyPatch(input, call) {
      const { targetFile, account, patches, closeMessage, ...fields } = input;
      if (fields.sourceFile !== undefined && targetFile !== undefined)
        throw new ServiceError("input_invalid", { text: "send either `sourceFile` or `targetFile`" });
      const { files, sourceFile, patchFiles, username, password, encryptionKey, ...options } = {
        ...fields,
        sourceFile: fields.sourceFile ?? targetFile,
        patchFiles: fields.patchFiles ?? patches?.map(decodedPatch),
        username: account ?? fields.username,
        message: closeMessage ?? fields.message,
      };
      const named = sourceFile === undefined ? [] : [{ sourceFile, patchFiles, username, password, encryptionKey }];
      const targets = [...named, ...(files ?? [])];
      const isWhole = targets.every((target) => target.patchFiles !== undefined);
      if (targets.length === 0 || !isWhole || (named.length > 0 && files !== undefined))
        throw new ServiceError("input_invalid", {
          text: "send `sourceFile` with `patchFiles`, `targetFile` with `patches`, or `files`",
        });
      const credential = await administrator(call);
      const serverVersion = await version(credential);
      if (!(Number.parseInt(serverVersion, 10) >= leastMajor))
        throw new ServiceError("server_too_old", { text: `the installed version is ${serverVersion || "unknown"}` });
      const rows = new Map(
        (await server.databases(credential)).map((row) => [normalizedDatabaseName(row.filename), row]),
      );
      const names = targets.map((target) => target.sourceFile);
      const missing = names.filter((name) => !rows.has(normalizedDatabaseName(name)));
      if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
      if (new Set(names.map(normalizedDatabaseName)).size < names.length)
        throw new ServiceError("input_invalid", { text: "`files`: must not name a file twice" });
      const taskFields = {
        ...options,
        floorBytes,
        server: credential,
        files: targets.map(({ sourceFile: name, patchFiles: wanted = [], encryptionKey: key, ...account }) => ({
          ...account,
          file: rows.get(normalizedDatabaseName(name))?.filename ?? name,
          ...(key !== undefined && { currentEncryptionKey: key }),
          patches: wanted.map(patchOf),
        })),
      };
      if (Buffer.byteLength(JSON.stringify(taskFields)) > largestFieldsBytes)
        throw new ServiceError("input_invalid", { text: "the request is too large. Send patches as files" });
      await precheck(credential, { sources: [], work: { name: "files.patch", fields: taskFields } });
      const plan = {
        ...patchPlan,
        title: `Apply patches to ${taskFields.files.map(({ file }) => file).join(", ")}`.slice(0, 200),
        objects: fileObjects(taskFields.files.map(({ file }) => file)),
      };
      return { ok: true, processId: await start(plan, taskFields, callerName(call.caller)) };
    },
  };
}

export const patchPlan: JobPlan = {
  kind: "files.patch",
  title: "Apply patches",
  phases: ["looking", "closing", "backing up", "patching", "verifying", "swapping", "opening"],
  canAbort: true,
};

type PatchFile = NonNullable<Parameters<ServiceOf<typeof patches>["applyPatch"]>[0]["patchFiles"]>[number];

function patchOf(patch: PatchFile): Patch {
  if (typeof patch === "string") return patchLocation(patch);
  if ("xml" in patch) return patch;
  const { path, encryptionKey } = patch;
  return { ...patchLocation(path), ...(encryptionKey !== undefined && { encryptionKey }) };
}

type OttoPatch = NonNullable<Parameters<ServiceOf<typeof patches>["applyPatch"]>[0]["patches"]>[number];

/** @throws ServiceError input_invalid */
function decodedPatch({ name, contentsBase64 }: OttoPatch, index: number): PatchFile {
  const refuse = (text: string, cause?: unknown) =>
    new ServiceError("input_invalid", { text: `\`patches.${index}\` (${name}): ${text}`, cause });
  let xml: string;
  try {
    xml = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(contentsBase64, "base64"));
  } catch (cause) {
    throw refuse("not UTF-8. Put the file on the database host and name it in `patchFiles`", cause);
  }
  if (xml.length > maxInlinePatch)
    throw refuse(
      `longer than ${maxInlinePatch} characters. Put the file on the database host and name it in \`patchFiles\``,
    );
  return { xml };
}

/** Returns the location of a patch: its full path, or its path below Documents. */
function patchLocation(path: string): { readonly path: string } | { readonly document: string } {
  return /^(?:file(?:linux|mac|win)?:|\/|[A-Za-z]:[\\/])/i.test(path) ? { path } : { document: path };
}
