import type * as z from "zod";
import type { HostFilePath } from "#shared/agent/protocol/tasks/file-tasks.ts";
import type { BackupSchedule } from "./backup-schedules.ts";

/** A hosted file, as FileMaker Server reports it. */
export interface ServerFile {
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** The folder that it lies in, without a slash at the end. */
  readonly folder: z.infer<typeof HostFilePath>;
  readonly isOpen: boolean;
  /** Whether it opens with a key alone. */
  readonly isEncrypted: boolean;
}

interface CloseOptions {
  /** People are disconnected at once. */
  readonly force: boolean;
  /** What they see. */
  readonly message: string;
  /** How long they have to leave, where that is not as long as any file may take to close. Milliseconds. */
  readonly waitMs?: number;
  /** Sees each file that is closed. */
  readonly onClosed?: (filename: string) => void;
}

/** A hosted file, and what opens it where it is encrypted. */
export interface FileToOpen {
  readonly filename: string;
  readonly key: string | undefined;
}

/** A script of a hosted file. */
export interface ServerScript {
  /** What its schedule is called: the same in every life of the agent. */
  readonly name: string;
  readonly file: string;
  readonly script: string;
  readonly parameter: string;
  readonly username: string;
  readonly password: string;
  readonly timeoutSeconds: number;
}

/** How a script has ended. `error` is FileMaker's own number. */
export type ScriptEnd = { readonly end: "ran"; readonly error: number } | { readonly end: "timed-out" };

/** FileMaker Server, as far as works need it. Every call throws Refused with a sentence when it cannot. */
export interface FileServer {
  /** Every hosted file. */
  files(): Promise<readonly ServerFile[]>;
  /** The hosting folders that there are besides the usual ones. */
  additionalFolders(): Promise<readonly string[]>;
  /** The folders that files keep containers in which lie apart from them. */
  containerFolders(): Promise<readonly string[]>;
  backupSchedules(): Promise<readonly BackupSchedule[]>;
  /** Runs a schedule now. Accepted means begun. */
  runSchedule(id: string): Promise<void>;
  /** Resolves when none of these files is open. Those that are closed already stay so. */
  close(filenames: readonly string[], options: CloseOptions): Promise<void>;
  /** Resolves when all of these files are open, and `onOpened` has seen each. One that does not open keeps no other from opening. */
  open(files: readonly FileToOpen[], onOpened?: (filename: string) => void): Promise<void>;
  /** Resolves when it has run, or its time is over. Asked again, it goes on with the run that was begun. Rejects when nobody waits for it any more (`leaving`). */
  runScript(script: ServerScript, leaving?: AbortSignal): Promise<ScriptEnd>;
  /** What is left of a script is taken away; one that still runs ends. */
  forgetScript(name: string): Promise<void>;
}

/** Reaches FileMaker Server with the account that a task brings. Null: this host's own key alone lets it in. */
export type FileServers = (
  account: { readonly user: string; readonly pass: string } | { readonly token: string } | null,
) => FileServer;
