import type { HostFile } from "#shared/browser/contract.ts";
import type { FileQuestion } from "./file-entries.ts";

/** What is asked at the moment, about which files. */
export type Asked =
  | { readonly question: FileQuestion; readonly files: readonly HostFile[] }
  | { readonly question: "folder" };
