import type { HostFile } from "#shared/browser/contract.ts";
import type { FileQuestion } from "./file-entries.ts";

/** Open dialog and its files. */
export type OpenDialog =
  | { readonly question: FileQuestion; readonly files: readonly HostFile[] }
  | { readonly question: "folder" };
