import type * as z from "zod";
import type { HostFilePath } from "#shared/agent/protocol/tasks/file-tasks.ts";

/** A hosted file, as FileMaker Server reports it. */
export interface ServerFile {
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** The folder that it lies in, without a slash at the end. */
  readonly folder: z.infer<typeof HostFilePath>;
  readonly isOpen: boolean;
}

interface CloseOptions {
  /** People are disconnected at once. */
  readonly force: boolean;
  /** What they see. */
  readonly message: string;
  /** How long they have to leave, where that is not as long as any file may take to close. Milliseconds. */
  readonly waitMs?: number;
}

/** FileMaker Server, as far as works need it. Every call throws Refused with a sentence when it cannot. */
export interface FileServer {
  /** Every hosted file. */
  files(): Promise<readonly ServerFile[]>;
  /** The hosting folders that there are besides the usual ones. */
  additionalFolders(): Promise<readonly string[]>;
  /** Resolves when none of these files is open. Those that are closed already stay so. */
  close(filenames: readonly string[], options: CloseOptions): Promise<void>;
  /** Resolves when the file is open. */
  open(filename: string, encryptionKey: string | undefined): Promise<void>;
}

/** Reaches FileMaker Server with the account that a task brings. */
export type FileServers = (
  account: { readonly user: string; readonly pass: string } | { readonly token: string },
) => FileServer;
