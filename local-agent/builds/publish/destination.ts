import type { TaskContext } from "../../tasks/task-context.ts";

/** File of a build. */
export interface PublishedFile {
  readonly path: string;
  /** Path from the build's folder, with slashes. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** Place to publish a build to. A build appears there when it is complete. */
export interface Destination {
  /** Sends one file. @throws Refused */
  put(file: PublishedFile, onBytes: (bytes: number) => void): Promise<void>;
  /** Replaces the previous build with the complete new one. Returns its location. @throws Refused */
  finish(): Promise<string>;
  /** Deletes an unfinished build, and closes connections. */
  close(): Promise<void>;
}

/** Build to publish, and its task. */
export interface Publishing {
  readonly build: string;
  /** Name of the unfinished build. */
  readonly draft: string;
  readonly context: Pick<TaskContext, "host" | "folder" | "clock" | "signal" | "say" | "callouts">;
}
