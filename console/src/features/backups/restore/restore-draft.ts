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
}

export const emptyDraft: RestoreDraft = { backup: "", files: [], way: "here", names: {}, withContainers: true };

/** What is missing, by field. */
export function missing({ files, way, names }: RestoreDraft) {
  return {
    files: files.length === 0,
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
