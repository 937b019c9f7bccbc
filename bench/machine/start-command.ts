import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Node options and program with which `npm start` of a checkout runs Latchkey. */
export interface StartCommand {
  /** For example `--max-semi-space-size=4`. */
  readonly flags: readonly string[];
  readonly program: string;
}

/** Returns the command in the package of the checkout. @throws if its `start` isn't a plain call of Node */
export function startCommand(checkout: string): StartCommand {
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")));
  // Ignores the word after the program, with which only `npm start` itself can start a demo.
  const [, flags, program] = /^node ((?:--\S+ )*)(\S+)/.exec(scripts.start) ?? [];
  if (flags === undefined || program === undefined) throw new Error(`${checkout} starts by ${scripts.start}`);
  return { flags: flags.split(" ").filter(Boolean), program: join(checkout, program) };
}

const Package = z.object({ scripts: z.object({ start: z.string() }) });
