import type { Command } from "commander";
import type { Context } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { type OutputOptions, show } from "../output/show.ts";
import { readProfiles, writeProfiles } from "../profiles/profile-file.ts";
import { note } from "../terminal.ts";

export function addProfiles(program: Command, { terminal }: Context): void {
  const profiles = program
    .command("profiles")
    .enablePositionalOptions()
    .description("list the services that you are signed in to")
    .option("--json", "print JSON")
    .option("--ndjson", "print a line of JSON per profile")
    .action((flags: OutputOptions) => {
      const { current, profiles } = readProfiles(terminal);
      // Credentials aren't shown.
      const rows = Object.entries(profiles).map(([name, { url, kind }]) => ({
        name,
        url,
        kind,
        isCurrent: name === current,
      }));
      show(terminal, { profiles: rows }, flags);
    });
  profiles
    .command("use")
    .description("use a profile from now on")
    .argument("<name>")
    .action((name: string) => {
      const known = readProfiles(terminal);
      if (known.profiles[name] === undefined)
        throw new UsageError(`Unknown profile "${name}". List them with latchkey profiles.`);
      writeProfiles(terminal, { ...known, current: name });
      note(terminal, `Using ${name}`);
    });
}
