import type * as z from "zod";
import type { HostFilePath } from "#shared/agent/protocol/tasks/file-tasks.ts";
import type { BackupSchedule } from "./backup-schedules.ts";

/** Hosted file as FileMaker Server reports it. */
export interface ServerFile {
  /** Exact spelling, with the extension. */
  readonly filename: string;
  /** Folder of the file, without a trailing slash. */
  readonly folder: z.infer<typeof HostFilePath>;
  readonly isOpen: boolean;
  /** True if it needs an encryption key. */
  readonly isEncrypted: boolean;
}

interface CloseOptions {
  /** True to disconnect users immediately. */
  readonly force: boolean;
  /** Message to users. */
  readonly message: string;
  /** Milliseconds for users to leave. Default: the time that any file has to close. */
  readonly waitMs?: number;
  /** Called for each closed file. */
  readonly onClosed?: (filename: string) => void;
}

/** Hosted file and its encryption key, if it is encrypted. */
export interface FileToOpen {
  readonly filename: string;
  readonly key: string | undefined;
}

/** Script in a hosted file. */
export interface ServerScript {
  /** Name of its schedule: the same in every run of the agent. */
  readonly name: string;
  readonly file: string;
  readonly script: string;
  readonly parameter: string;
  readonly username: string;
  readonly password: string;
  readonly timeoutSeconds: number;
}

/** Result of a script. `error` is FileMaker's error number. */
export type ScriptEnd = { readonly end: "ran"; readonly error: number } | { readonly end: "timed-out" };

/** Copy of one open file by FileMaker Server itself. */
export interface OneOffBackup {
  /** Name of its schedule: the same in every run of the agent. */
  readonly name: string;
  readonly file: string;
  /** Folder for the copy in the server's notation. */
  readonly target: string;
  /** True for a copy without records. */
  readonly isClone: boolean;
  /** Maximum milliseconds for the copy. */
  readonly waitMs: number;
}

/** Result of a copy. "refused": the server didn't create or run the schedule for this account. `error` is FileMaker's error number. */
export type BackupEnd =
  | { readonly end: "made" }
  | { readonly end: "not-open" }
  | { readonly end: "timed-out" }
  | { readonly end: "refused"; readonly reason: string }
  | { readonly end: "failed"; readonly error: number };

/** FileMaker Server, as tasks need it. Every call throws Refused with a sentence if it fails. */
export interface FileServer {
  /** Returns all hosted files. */
  files(): Promise<readonly ServerFile[]>;
  /** Returns the additional hosting folders. @throws Refused if the server doesn't list its folders, as before version 22 */
  additionalFolders(): Promise<readonly string[]>;
  /** Returns the external container folders that are separate from the files. */
  containerFolders(): Promise<readonly string[]>;
  backupSchedules(): Promise<readonly BackupSchedule[]>;
  /** Runs a schedule now. Resolves when it has begun. */
  runSchedule(id: string): Promise<void>;
  /** Copies an open file with a schedule that exists only for this. Rejects when the caller stops waiting (`leaving`). */
  backUpOnce(backup: OneOffBackup, leaving: AbortSignal): Promise<BackupEnd>;
  /** Resolves when none of these files is open. Files that are already closed stay closed. */
  close(filenames: readonly string[], options: CloseOptions): Promise<void>;
  /** Resolves when all of these files are open, and `onOpened` was called for each. A file that fails doesn't keep others from opening. */
  open(files: readonly FileToOpen[], onOpened?: (filename: string) => void): Promise<void>;
  /**
   * Resolves after the run or the timeout. A repeated call continues the run that was started. Rejects when the caller stops waiting
   * (`leaving`).
   */
  runScript(script: ServerScript, leaving?: AbortSignal): Promise<ScriptEnd>;
  /** Deletes what is left of a script; a running one ends. */
  forgetScript(name: string): Promise<void>;
}

/** Opens FileMaker Server with a task's account. Null: with this host's own key only. */
export type FileServers = (
  account: { readonly user: string; readonly pass: string } | { readonly token: string } | null,
) => FileServer;
