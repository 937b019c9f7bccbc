import type { FileRename, TaskTarget } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { ServiceError } from "#shared/contract/errors.ts";

export interface FileTarget {
  readonly sourceFile?: string | undefined;
  readonly inPlace?: boolean | undefined;
  readonly sourceFilePath?: string | undefined;
  readonly targetFilePath?: string | undefined;
  readonly targetFile?:
    | {
        readonly filename: string;
        readonly folder: "default" | "secure" | "additionalFolder1" | "additionalFolder2";
        readonly subfolder?: string | undefined;
      }
    | undefined;
}

/** Returns the target from the fields of a call. @throws ServiceError input_invalid for no form of target, or a mixture */
export function targetOf({
  sourceFile,
  inPlace = false,
  sourceFilePath,
  targetFilePath,
  targetFile,
}: FileTarget): TaskTarget {
  const given = [sourceFile, sourceFilePath, targetFilePath, targetFile].filter((value) => value !== undefined).length;
  if (sourceFile !== undefined && inPlace && given === 1) return { form: "in-place", file: sourceFile };
  if (sourceFilePath !== undefined && inPlace && given === 1)
    return { form: "paths", source: sourceFilePath, target: sourceFilePath };
  if (sourceFilePath !== undefined && targetFilePath !== undefined && given === 2 && !inPlace)
    return { form: "paths", source: sourceFilePath, target: targetFilePath };
  if (sourceFile !== undefined && targetFile !== undefined && given === 2 && !inPlace) {
    const { filename, folder, subfolder } = targetFile;
    return { form: "hosted", file: sourceFile, filename, folder, ...(subfolder !== undefined && { subfolder }) };
  }
  throw new ServiceError("input_invalid", {
    text: "send `sourceFile` or `sourceFilePath` with `inPlace: true`, `sourceFile` with `targetFile`, or `sourceFilePath` with `targetFilePath`",
  });
}

/**
 * Returns the target of an operation whose output can also be next to its file, with an addition to the name.
 * @throws ServiceError input_invalid
 */
export function targetBeside(given: FileTarget, addition: string): TaskTarget {
  const { sourceFile: file, inPlace, sourceFilePath, targetFilePath, targetFile } = given;
  const isBeside = inPlace !== true && (sourceFilePath ?? targetFilePath ?? targetFile) === undefined;
  return file !== undefined && isBeside ? { form: "beside", file, addition } : targetOf(given);
}

/** Returns the target of an operation that changes a file at a path in place, unless the call names another target. */
export function targetAtPath(given: FileTarget, addition: string): TaskTarget {
  const { sourceFile, sourceFilePath, targetFilePath, targetFile } = given;
  const isOnlyPath = sourceFilePath !== undefined && (sourceFile ?? targetFilePath ?? targetFile) === undefined;
  return targetBeside(isOnlyPath ? { ...given, inPlace: given.inPlace ?? true } : given, addition);
}

/** Returns the file in the fields, or the files in the list. @throws ServiceError input_invalid for both or neither */
export function oneOrMany<T extends object>(
  one: Partial<T>,
  isOne: boolean,
  many: readonly T[] | undefined,
): readonly T[] {
  if (isOne === (many !== undefined))
    throw new ServiceError("input_invalid", { text: "send either one file or `files`" });
  return many ?? [one as T];
}

/** Maximum length of a shared ID in FileMaker. */
const maxSharedIdLength = 32;

/** Returns the default shared ID of an encrypted file: its name, as far as the tool accepts it. */
export function sharedIdOf(name: string): string {
  const id = name.replace(/\.fmp12$/i, "").replace(/^-+/, "");
  return id.slice(0, maxSharedIdLength) || "file";
}

interface RenameItem {
  readonly fileName: string;
  readonly newFileName: string;
  readonly encryptionKey?: string | undefined;
  readonly copy: boolean;
  readonly copyContainerData: boolean;
  readonly targetFolder?: FileRename["folder"];
  readonly targetSubfolder?: string | undefined;
}

export function renameOf(item: RenameItem): FileRename {
  const {
    fileName: file,
    newFileName: newName,
    encryptionKey,
    copy,
    copyContainerData,
    targetFolder,
    targetSubfolder,
  } = item;
  return {
    file,
    newName,
    isCopy: copy,
    withContainers: copyContainerData,
    ...(encryptionKey !== undefined && { encryptionKey }),
    ...(targetFolder !== undefined && { folder: targetFolder }),
    ...(targetSubfolder !== undefined && { subfolder: targetSubfolder }),
  };
}
