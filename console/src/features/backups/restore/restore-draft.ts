import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import type { InputOf } from "../../../api/operations.ts";

/** Destination of restored files, as selected by the user. */
export type RestoreWay = "here" | "name" | "folder" | "download";

export interface RestoreDraft {
  /** Empty: the newest. */
  readonly backup: string;
  readonly files: readonly string[];
  readonly way: RestoreWay;
  /** New file names, by original name. */
  readonly names: Readonly<Record<string, string>>;
  readonly withContainers: boolean;
  /** External container folders to restore too. */
  readonly folders: readonly ContainerNumber[];
}

type ContainerNumber = ContainerRestore["container"];
type ContainerRestore = InputOf<"POST /svc/api/settings/offsite/restores/containers">;

export const emptyDraft: RestoreDraft = {
  ...{ backup: "", files: [], way: "here", names: {} },
  ...{ withContainers: true, folders: [] },
};

/** Returns errors by field. */
export function missing(draft: RestoreDraft) {
  const { files, way, names } = draft;
  return {
    files: files.length === 0 && foldersIn(draft).length === 0,
    names: way === "name" && files.some((file) => isSameName(names[file] ?? "", file)),
  };
}

/** Returns true if the name is empty or the same as the file's name, regardless of case and extension. */
export function isSameName(name: string, file: string): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/\.fmp12$/, "");
  return bare(name) === "" || bare(name) === bare(file);
}

type Restore = InputOf<"POST /svc/api/settings/offsite/restores">;

/** Returns true if external container folders can be restored: all files share them, so they are restored in place or into a folder. */
export function takesFolders(way: RestoreWay): way is "here" | "folder" {
  return way === "here" || way === "folder";
}

/** Returns the container folders that the draft restores. */
function foldersIn({ way, folders }: RestoreDraft): RestoreDraft["folders"] {
  return takesFolders(way) ? folders : [];
}

/** Returns the external container folders that a schedule includes. */
export function foldersOf(schedule: OffsiteSchedule): readonly ContainerNumber[] {
  return ([1, 2] as const).filter((number) => schedule[`include_external_container_data_${number}`]);
}

/** Returns the request for each container folder. `snapshot`: snapshot of a block backup, which contains its container folders. */
export function folderRestores(
  schedule: OffsiteSchedule,
  draft: RestoreDraft,
  snapshot: string | undefined,
): readonly ContainerRestore[] {
  const { remote_name, bucket_name, remote_path } = schedule;
  const to = takesFolders(draft.way) ? draft.way : "here";
  return foldersIn(draft).map((container) => {
    if (snapshot !== undefined) return { remote_name, bucket_name, remote_path, backup: snapshot, container, to };
    const differs = schedule[`container_data_${container}_different_remote`] === true;
    const other = <T>(its: T | null, usual: T): T => (differs ? (its ?? usual) : usual);
    return {
      remote_name: other(schedule[`container_data_${container}_remote`], remote_name),
      bucket_name: other(schedule[`container_data_${container}_bucket`], bucket_name),
      remote_path: other(schedule[`container_data_${container}_remote_path`], remote_path),
      ...{ container, to },
    };
  });
}

export function restoreOf(
  place: Pick<Restore, "remote_name" | "bucket_name" | "remote_path">,
  backup: string,
  { files, way, names, withContainers }: RestoreDraft,
): Restore {
  return {
    ...place,
    backup,
    to: way === "name" ? "here" : way,
    containers: withContainers,
    files: files.map((fileName) => ({
      fileName,
      ...(way === "name" && { targetName: (names[fileName] ?? "").trim() }),
    })),
  };
}
