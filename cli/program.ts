import { Command, CommanderError } from "commander";
import { addApi } from "./commands/api.ts";
import { addBuild } from "./commands/build.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDeploy } from "./commands/deploy.ts";
import { addKeys } from "./commands/keys.ts";
import { addLogin } from "./commands/login.ts";
import { addOffsite } from "./commands/offsite.ts";
import { addOpen } from "./commands/open.ts";
import { addProfiles } from "./commands/profiles.ts";
import { addServer } from "./commands/server.ts";
import { addWait } from "./commands/wait.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import type { Context } from "./context.ts";
import { exitCodeOf, exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { showError } from "./output/show.ts";

/** Runs a command line, without the names of the program. Returns its exit code. */
export async function run(words: readonly string[], context: Context): Promise<number> {
  const { terminal } = context;
  const program = programOf(context, words);
  try {
    await program.parseAsync(words.length === 0 ? ["--help"] : [...words], { from: "user" });
    return exitCodes.success;
  } catch (thrown) {
    // The parser has already printed its sentence, or the help.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    if (terminal.signal.aborted) return exitCodes.interrupted;
    showError(terminal, thrown, { json: words.includes("--json"), ndjson: words.includes("--ndjson") });
    return exitCodeOf(thrown);
  }
}

/** Returns the parser of all commands. */
export function programOf(context: Context, words: readonly string[]): Command {
  const { terminal } = context;
  const program = new Command("latchkey")
    .description("Manage Latchkey and FileMaker Server from a terminal, scripts and CI.")
    .version(context.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "explain a command")
    .helpCommand("help [command]", "explain a command")
    // Flags after the name of a command are its own, not those of the command above it.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError("Add --help for the usage.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => Math.min(terminal.stdout.columns ?? 100, 120),
    })
    .addHelpText("after", `\nLATCHKEY_URL and LATCHKEY_KEY replace the sign-in in CI.\n${exitCodesHelp}`);
  program
    .command("version")
    .description("print the version")
    .action(() => {
      terminal.stdout.write(`${context.version}\n`);
    });
  addLogin(program, context);
  addProfiles(program, context);
  addKeys(program, context);
  addServer(program, context);
  addBuild(program, context);
  addDeploy(program, context);
  addOffsite(program, context);
  addWebhooks(program, context);
  addWait(program, context);
  addOpen(program, context);
  addApi(program, context, words[0] === "api" ? words.slice(1) : []);
  addCompletion(program, context);
  return program;
}
