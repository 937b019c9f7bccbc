import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** How `npm start` of a checkout runs Latchkey: its own options, and the program. */
export interface StartCommand {
  /** Such as `--max-semi-space-size=4`. */
  readonly flags: readonly string[];
  readonly program: string;
}

/** Reads it from the package of the checkout. @throws where its `start` is no plain call of Node */
export function startCommand(checkout: string): StartCommand {
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")));
  // Only `npm start` itself may start a demo: the word after the program says so.
  const [, flags, program] = /^node ((?:--\S+ )*)(\S+)/.exec(scripts.start) ?? [];
  if (flags === undefined || program === undefined) throw new Error(`${checkout} starts by ${scripts.start}`);
  return { flags: flags.split(" ").filter(Boolean), program: join(checkout, program) };
}

const Package = z.object({ scripts: z.object({ start: z.string() }) });
