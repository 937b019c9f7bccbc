import type { Database } from "#shared/files/contract.ts";

/** Filter of the list of files, from the address. */
export interface FileFilter {
  readonly q?: string | undefined;
  readonly only?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** Property that files are filtered by: their state, use, or a note. */
export type FileMark = "normal" | "paused" | "closed" | "used" | "noted";
export const fileMarks: readonly FileMark[] = ["normal", "paused", "closed", "used", "noted"];

const has: Readonly<Record<FileMark, (file: Database) => boolean>> = {
  normal: ({ state }) => state === "normal",
  paused: ({ state }) => state === "paused",
  closed: ({ state }) => state === "closed",
  used: ({ clients }) => clients > 0,
  noted: ({ hasNote }) => hasNote,
};

/** Returns the mark in an address; undefined if there is none. */
export function fileMark(name: string | undefined): FileMark | undefined {
  return fileMarks.find((mark) => mark === name);
}

/** Returns the number of files with each mark, without unused marks except for the selected one. */
export function markCounts(files: readonly Database[], only: FileMark | undefined) {
  return fileMarks
    .map((mark) => [mark, files.filter(has[mark]).length] as const)
    .filter(([mark, count]) => (count > 0 && count < files.length) || only === mark);
}

/** Returns the files that match the filter. */
export function filtered<File extends Database>(files: readonly File[], { q = "", only }: FileFilter): readonly File[] {
  const wanted = q.trim().toLowerCase();
  const mark = fileMark(only);
  return files.filter(
    (file) =>
      (mark === undefined || has[mark](file)) &&
      (wanted === "" ||
        file.filename.toLowerCase().includes(wanted) ||
        file.keys.some(({ label }) => label?.toLowerCase().includes(wanted))),
  );
}
