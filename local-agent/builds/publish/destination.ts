import type { TaskContext } from "../../tasks/task-context.ts";

/** A file of a build. */
export interface PublishedFile {
  readonly path: string;
  /** From the build's folder, with slashes. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A place that a build is brought to. What arrives there appears when it is whole. */
export interface Destination {
  /** Brings one file. @throws Refused */
  put(file: PublishedFile, onBytes: (bytes: number) => void): Promise<void>;
  /** Everything is there: it takes the place of what was there before. Answers where it is. @throws Refused */
  finish(): Promise<string>;
  /** Takes away what was brought, unless it was finished, and ends what was open. */
  close(): Promise<void>;
}

/** What is brought, and by what. */
export interface Publishing {
  readonly build: string;
  /** Names what is not finished yet. */
  readonly draft: string;
  readonly context: Pick<TaskContext, "host" | "clock" | "signal" | "say" | "callouts">;
}
