import { ToolArgument, type Transformation } from "#shared/agent/protocol/tasks/file-tasks.ts";
import type { TaskFieldsFor, TaskName } from "#shared/agent/protocol/tasks/task.ts";
import type { AdministratorOf, Call, NamedKey } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { fileObjects } from "#shared/contract/values/database-name.ts";
import type { Account as FileAccount } from "#shared/filemaker/data-api.ts";
import type { JobPlan, Jobs } from "#shared/jobs/api.ts";
import type { ProcessEnd } from "#shared/processes/api.ts";
import { type fileOperations, namesIn, type Started } from "./contract.ts";
import { operationPlans } from "./plans.ts";
import type { Precheck } from "./precheck.ts";
import { type FileTarget, oneOrMany, renameOf, sharedIdOf, targetAtPath, targetBeside, targetOf } from "./rules.ts";

interface OperationServiceDependencies {
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the account that closes and opens files. */
  readonly administrator: AdministratorOf;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: <Name extends TaskName>(
    work: Name,
    fields: TaskFieldsFor<Name>,
  ) => (processId: number) => Promise<unknown>;
  readonly precheck: Precheck;
  /** Returns the account of a Data API key that opens a file. @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed */
  readonly accountOfKey: (named: NamedKey) => Promise<FileAccount>;
  readonly processEnd: ProcessEnd;
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
}

type TransformFields = TaskFieldsFor<"files.transform">;
type Opener = Omit<TransformFields["files"][number], "target">;
interface Account {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Data API key whose account is used instead. */
  readonly key?: string | number | undefined;
}
type OpenedFile = Account & Pick<FileTarget, "sourceFile">;
interface Closing {
  readonly force: boolean;
  readonly message: string;
}

/** Starts operations on whole files. */
export function operationService(dependencies: OperationServiceDependencies): ServiceOf<typeof fileOperations> {
  const { jobs, administrator, taskInput, precheck, accountOfKey, processEnd, floorBytes } = dependencies;

  /** Returns how a file is opened: with the account of the request, or with the one of a key. @throws ServiceError */
  const openerFor = async (input: OpenedFile, encryptionKey: string | undefined, { caller }: Call): Promise<Opener> => {
    const { key, username, sourceFile } = input;
    if (key === undefined) return openerOf(input, encryptionKey);
    if (username !== undefined || sourceFile === undefined)
      throw new ServiceError("input_invalid", {
        text: username === undefined ? "`key`: only with `sourceFile`" : "send either `key` or `username`",
      });
    const { user, pass } = await accountOfKey({ key, filename: sourceFile, caller });
    if (![user, pass].every((value) => ToolArgument.safeParse(value).success))
      throw new ServiceError("input_invalid", {
        text: "`key`: FMDeveloperTool can't be given the name or password of this key's account",
      });
    return openerOf({ username: user, password: pass }, encryptionKey);
  };

  interface Start<Name extends TaskName> {
    readonly plan: JobPlan;
    readonly work: Name;
    readonly fields: TaskFieldsFor<Name>;
    readonly names: readonly string[];
    readonly call: Call;
    readonly message: string;
  }
  const start = async <Name extends TaskName>(request: Start<Name>): Promise<Started> => {
    const { plan, work, fields, names, call, message } = request;
    const title = `${plan.title} ${names.join(", ")}`.slice(0, 200);
    const inputOf = taskInput(work, fields);
    const processId = await jobs().accept({
      plan: { ...plan, title, objects: fileObjects(names) },
      inputOf,
      startedBy: callerName(call.caller),
    });
    return { ok: true, message, processId };
  };

  interface Transform {
    readonly transformation: Transformation;
    readonly files: TransformFields["files"];
    readonly input: Closing & Parameters<typeof namesIn>[0];
    readonly call: Call;
    readonly message: string;
  }
  const transform = async ({ transformation, files, input, call, message }: Transform): Promise<Started> => {
    const { force, message: closeMessage } = input;
    const server = await administrator(call);
    const targets = files.map(({ target }) => target);
    const fields = { transformation, files, server, force, message: closeMessage, floorBytes };
    await precheck(server, {
      sources: targets.map((target) => (target.form === "paths" ? target.source : target.file)),
      targets: targets.flatMap((target) =>
        target.form === "paths" && target.target !== target.source ? [target.target] : [],
      ),
      work: { name: "files.transform", fields },
    });
    const plan = operationPlans[transformation.operation];
    return start({ plan, work: "files.transform", fields, names: namesIn(input), call, message });
  };

  /** Returns an operation whose fields describe one file, or contain a list of files. */
  const onMany =
    (operation: "no-admin" | "kiosk" | "new-uuid", addition: string, message: string, targetOfFile = targetBeside) =>
    async (input: ManyInput, call: Call): Promise<Started> => {
      const { username, password, key, encryptionKey: common } = input;
      const isOne = (input.sourceFile ?? input.sourceFilePath) !== undefined;
      const wanted = oneOrMany<OneFile>(input, isOne, input.files);
      const files: TransformFields["files"][number][] = [];
      for (const { sourceFile, encryptionKey = common, ...file } of wanted) {
        const opener = accountFor(file, { username, password, key });
        files.push({
          target: targetOfFile({ sourceFile, ...file }, addition),
          ...(await openerFor({ ...opener, sourceFile }, encryptionKey, call)),
        });
      }
      return transform({ transformation: { operation }, files, input, call, message });
    };

  return {
    async encryptFile(input, call) {
      const { encryptionKeyHint: hint, openStorage, currentEncryptionKey } = input;
      const { sharedID: sharedId = sharedIdOf(namesIn(input)[0] ?? ""), encryptionKey = currentEncryptionKey } = input;
      if (encryptionKey === undefined)
        throw new ServiceError("input_invalid", { text: "`encryptionKey`: a password is needed to encrypt the file" });
      const files = [{ target: targetOf(input), ...(await openerFor(input, currentEncryptionKey, call)) }];
      const transformation = { operation: "encrypt", sharedId, encryptionKey, hint, openStorage } as const;
      return transform({ transformation, files, input, call, message: "The file is being encrypted." });
    },
    async decryptFile(input, call) {
      const files = [{ target: targetOf(input), ...(await openerFor(input, input.encryptionKey, call)) }];
      return transform({
        transformation: { operation: "decrypt" },
        files,
        input,
        call,
        message: "The file is being decrypted.",
      });
    },
    async copyCompressFile(input, call) {
      const files = [{ target: targetOf(input), ...(await openerFor(input, input.encryptionKey, call)) }];
      return transform({
        transformation: { operation: "compress" },
        files,
        input,
        call,
        message: "The file is being compressed.",
      });
    },
    async copySelfContainedFile(input, call) {
      const files = [{ target: targetOf(input), ...(await openerFor(input, input.encryptionKey, call)) }];
      return transform({
        transformation: { operation: "self-contained" },
        files,
        input,
        call,
        message: "The file is being copied.",
      });
    },
    async recoverFile(input, call) {
      const { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass, username } = input;
      if (bypass && (username ?? input.key) === undefined)
        throw new ServiceError("input_invalid", { text: "`bypass` needs `username` and `password`, or `key`" });
      const files = [{ target: targetOf(input), ...(await openerFor(input, input.encryptionKey, call)) }];
      const how = { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass };
      return transform({
        transformation: { operation: "recover", ...how },
        files,
        input,
        call,
        message: "The file is being recovered.",
      });
    },

    removeAdminAccess: onMany("no-admin", " No Admin", "Admin access is being removed."),
    enableKioskMode: onMany("kiosk", " Kiosk", kioskMessage),
    enableKioskModeOfOldPath: onMany("kiosk", " Kiosk", kioskMessage),
    resetFileUuid: onMany("new-uuid", " New UUID", "The UUID of the file is being reset.", targetAtPath),

    async checkFileConsistency(input, call) {
      const isOne = input.sourceFile !== undefined || input.sourceFilePath !== undefined;
      const wanted = oneOrMany<CheckedFile>(input, isOne, input.files);
      const files = wanted.map(({ sourceFile, sourceFilePath, encryptionKey = input.encryptionKey }) => {
        const path = sourceFile ?? sourceFilePath;
        if (path === undefined || (sourceFile !== undefined && sourceFilePath !== undefined))
          throw new ServiceError("input_invalid", { text: "send `sourceFile` or `sourceFilePath` for each file" });
        return { path, ...(encryptionKey !== undefined && { currentEncryptionKey: encryptionKey }) };
      });
      const { force, message } = input;
      const server = await administrator(call);
      await precheck(server, { sources: files.map(({ path }) => path) });
      const fields = { files, server, force, message };
      const details = { names: namesIn(input), call, message: "The file is being checked." };
      return start({ plan: operationPlans.check, work: "files.check", fields, ...details });
    },

    async renameFiles(input, call) {
      const isOne = input.fileName !== undefined;
      if (isOne && input.newFileName === undefined)
        throw new ServiceError("input_invalid", { text: "`newFileName`: required" });
      const renames = oneOrMany<RenameItem>(input as Partial<RenameItem>, isOne, input.files).map(renameOf);
      const { force, message } = input;
      const server = await administrator(call);
      const fields = { renames, server, force, message, floorBytes };
      await precheck(server, { sources: renames.map(({ file }) => file), work: { name: "files.rename", fields } });
      const details = { names: namesIn(input), call, message: "The file is being renamed." };
      const begun = await start({ plan: operationPlans.rename, work: "files.rename", fields, ...details });
      if (call.prefersAsync) return begun;
      const record = await processEnd(begun.processId, { patienceMs });
      if (record === undefined || record.endedAt === null) return begun;
      const ok = record.state === "done";
      return {
        ...begun,
        ok,
        message: ok ? "File renamed." : (record.reason ?? `The process ended with the state ${record.state}.`),
      };
    },

    async renameWithDevTool(input, call) {
      const {
        sourceFiles,
        sourceFilePaths,
        targetFolder: folder,
        targetSubfolder: subfolder,
        regex,
        replacement,
      } = input;
      if ((sourceFiles === undefined) === (sourceFilePaths === undefined))
        throw new ServiceError("input_invalid", { text: "send either `sourceFiles` or `sourceFilePaths`" });
      if (regex === undefined && replacement !== "")
        throw new ServiceError("input_invalid", { text: "`replacement`: needs `regex`" });
      const { force, message, copyContainerData: withContainers } = input;
      const sources = [...(sourceFiles ?? sourceFilePaths ?? [])];
      const server = await administrator(call);
      const fields = {
        sources,
        folder,
        ...(subfolder !== undefined && { subfolder }),
        ...openerOf(input, input.encryptionKey),
        ...(regex !== undefined && { regex }),
        ...{ replacement, withContainers, server, force, message, floorBytes },
      };
      await precheck(server, { sources, work: { name: "files.rename-copies", fields } });
      const details = { names: namesIn(input), call, message: "The files are being copied." };
      return start({ plan: operationPlans["rename-copies"], work: "files.rename-copies", fields, ...details });
    },
  };
}

const kioskMessage = "Kiosk mode is being enabled.";

/** Maximum wait in milliseconds for the start of a process, if the caller waits for its end. */
const patienceMs = 5_000;

type OneFile = Account & FileTarget & { readonly encryptionKey?: string | undefined };
type ManyInput = Closing & OneFile & { readonly files?: readonly OneFile[] | undefined };
interface CheckedFile {
  readonly sourceFile?: string | undefined;
  readonly sourceFilePath?: string | undefined;
  readonly encryptionKey?: string | undefined;
}
type RenameItem = Parameters<typeof renameOf>[0];

/** Returns the account of a file in a list. Its key replaces a common account, and its account a common key. */
function accountFor({ username, password, key }: Account, common: Account): Account {
  if (key !== undefined) return { username, password, key };
  if (username === undefined && password === undefined) return common;
  return { username: username ?? common.username, password: password ?? common.password };
}

function openerOf({ username, password }: Account, currentEncryptionKey: string | undefined): Opener {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(currentEncryptionKey !== undefined && { currentEncryptionKey }),
  };
}
