import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import type { InputOf } from "../../../api/operations.ts";

/** Where restored files come, as a person chooses it. */
export type RestoreWay = "here" | "name" | "folder" | "download";

export interface RestoreDraft {
  /** Empty: the newest. */
  readonly backup: string;
  readonly files: readonly string[];
  readonly way: RestoreWay;
  /** New names, by the old ones. */
  readonly names: Readonly<Record<string, string>>;
  readonly withContainers: boolean;
  /** External container folders that are restored too. */
  readonly folders: readonly ContainerNumber[];
}

type ContainerNumber = ContainerRestore["container"];
type ContainerRestore = InputOf<"POST /svc/api/settings/offsite/restores/containers">;

export const emptyDraft: RestoreDraft = {
  ...{ backup: "", files: [], way: "here", names: {} },
  ...{ withContainers: true, folders: [] },
};

/** What is missing, by field. */
export function missing(draft: RestoreDraft) {
  const { files, way, names } = draft;
  return {
    files: files.length === 0 && foldersIn(draft).length === 0,
    names: way === "name" && files.some((file) => isSameName(names[file] ?? "", file)),
  };
}

/** Whether a name is none of its own. */
export function isSameName(name: string, file: string): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/\.fmp12$/, "");
  return bare(name) === "" || bare(name) === bare(file);
}

type Restore = InputOf<"POST /svc/api/settings/offsite/restores">;

/** External container folders are shared by all files: they come back where they were, or into a folder. */
export function takesFolders(way: RestoreWay): way is "here" | "folder" {
  return way === "here" || way === "folder";
}

/** Those that are restored by this draft. */
function foldersIn({ way, folders }: RestoreDraft): RestoreDraft["folders"] {
  return takesFolders(way) ? folders : [];
}

/** The external container folders that a schedule sends too. */
export function foldersOf(schedule: OffsiteSchedule): readonly ContainerNumber[] {
  return ([1, 2] as const).filter((number) => schedule[`include_external_container_data_${number}`]);
}

/** What restores each of them. `snapshot`: of a backup in blocks, in which they lie with it. */
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
