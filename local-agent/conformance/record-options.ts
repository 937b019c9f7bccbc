import type { Host } from "../host.ts";
import type { Guardian } from "../trial/guardian.ts";
import type { TrialServer } from "../trial/remove-made.ts";
import type { Target } from "./call.ts";

/** Servers and files to record. */
export interface RecordOptions {
  readonly host: Host;
  /** Address of FileMaker Server's web server. */
  readonly publicTarget: Target;
  readonly trial: TrialServer;
  /** File and layout that the questions read. Without them, questions about files are skipped. */
  readonly file: string | undefined;
  readonly layout: string | undefined;
  readonly account: { readonly user: string; readonly password: string } | undefined;
  /** Makes a copy of the file and asks the questions that change something. Undefined: they are skipped. */
  readonly guardian: Guardian | undefined;
  /** Words that the recording can't contain. */
  readonly words: readonly string[];
  /** Called with each step. */
  readonly onStep: (step: string) => void;
}
