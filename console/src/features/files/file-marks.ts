import type { Database } from "#shared/files/contract.ts";

/** What the address says of the list of files. */
export interface FileFilter {
  readonly q?: string | undefined;
  readonly only?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** What files can be picked by: their state, whether they are in use, whether they have a note. */
export type FileMark = "normal" | "paused" | "closed" | "used" | "noted";
export const fileMarks: readonly FileMark[] = ["normal", "paused", "closed", "used", "noted"];

const has: Readonly<Record<FileMark, (file: Database) => boolean>> = {
  normal: ({ state }) => state === "normal",
  paused: ({ state }) => state === "paused",
  closed: ({ state }) => state === "closed",
  used: ({ clients }) => clients > 0,
  noted: ({ hasNote }) => hasNote,
};

/** The mark that an address names; undefined where it names none. */
export function fileMark(name: string | undefined): FileMark | undefined {
  return fileMarks.find((mark) => mark === name);
}

/** How many files have each mark; marks that no file has are left out, but for the chosen one. */
export function markCounts(files: readonly Database[], only: FileMark | undefined) {
  return fileMarks
    .map((mark) => [mark, files.filter(has[mark]).length] as const)
    .filter(([mark, count]) => (count > 0 && count < files.length) || only === mark);
}

/** The files that fit what was typed and chosen. */
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
