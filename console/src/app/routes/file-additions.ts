import type { ComponentType, ReactElement } from "react";
import type { PageCall } from "../../api/curl.ts";
import type { FileRow } from "../../features/files/file-list.ts";
import { fileNotes } from "../../features/notes/file-notes.tsx";

/** Tab that a feature adds to the page of a file, and its mark at the file's name in the list. */
interface FileAddition {
  /** Name of the tab in the address. */
  readonly tab: string;
  readonly text: string;
  /** Requests that the tab sends to read its data. */
  readonly calls: (filename: string) => readonly PageCall[];
  readonly Panel: ComponentType<{ readonly filename: string }>;
  /** Returns the link to the file with the feature's mark, if the file has one. */
  readonly named: (file: FileRow, link: ReactElement) => ReactElement;
}

/** Features that add to files, in the order of their tabs. */
export const fileAdditions: readonly FileAddition[] = [
  // One line per feature.
  fileNotes,
];
