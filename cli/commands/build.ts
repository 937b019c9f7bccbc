import type { Command } from "commander";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { show } from "../output/show.ts";
import { readSecret } from "../secret-input.ts";
import { addWaitFlags, type WaitFlags, waitIfAsked } from "./wait.ts";

interface BuildFlags extends CallFlags, WaitFlags {
  readonly id: string;
  readonly withRecords?: boolean;
  readonly user?: string;
  readonly force?: boolean;
}

/** Adds `build`. All options of a build are in `latchkey api builds start-build`. */
export function addBuild(program: Command, context: Context): void {
  const { terminal } = context;
  const { signal } = terminal;
  const command = withCallFlags(program.command("build").description("build files of this server for deployments"))
    .argument("<file...>", "names of the hosted files")
    .requiredOption("--id <build>", "id of the build, such as release-12")
    .option("--with-records", "copy the files with their records. Default: clones without records")
    .option("--user <name>", "account with full access in the files. Its password is typed, or sent to standard input")
    .option("--force", "replace a build with this id");
  addWaitFlags(command, "build").action(async (names: string[], flags: BuildFlags) => {
    const { id, withRecords = false, user, force = false } = flags;
    const client = clientIn(context, flags);
    const account = user === undefined ? {} : { user, password: await readSecret(terminal, `Password of ${user}`) };
    const files = names.map((fileName) => ({ fileName, clone: !withRecords, ...account }));
    const { processId } = await client.builds.startBuild({ buildId: id, files, force }, { signal });
    await waitIfAsked(terminal, client, [processId], flags);
    if (!flags.wait) return show(terminal, { processId, buildId: id }, flags);
    const built = await client.builds.getBuildStatus({ buildId: id }, { signal });
    const { status, zipArchive, zipSize, sha256 } = built;
    show(terminal, flags.json || flags.ndjson ? built : { buildId: id, status, zipArchive, zipSize, sha256 }, flags);
  });
}
