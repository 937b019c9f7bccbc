import type { Command } from "commander";
import type { OperationData } from "../command-data.ts";
import { type Context, clientIn } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { print } from "../terminal.ts";
import { consolePages } from "./open.ts";

/** Scripts that ask this program for the words that can follow. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_latchkey() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(latchkey __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _latchkey latchkey`,
  zsh: `#compdef latchkey
_latchkey() {
  local -a found
  found=("\${(@f)$(latchkey __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -- $found || _files
}
compdef _latchkey latchkey`,
  fish: `complete -c latchkey -f -a '(latchkey __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName latchkey -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '""' }
  latchkey __complete -- @words 2>$null | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
};

export function addCompletion(program: Command, context: Context): void {
  program
    .command("completion")
    .description("print a script that completes commands, flags and ids")
    .argument("<shell>", Object.keys(scripts).join(", "))
    .addHelpText("after", `\nExample for bash, in ~/.bashrc:\n  eval "$(latchkey completion bash)"`)
    .action((shell: string) => {
      const script = scripts[shell];
      if (script === undefined)
        throw new UsageError(`Unknown shell "${shell}". Shells: ${Object.keys(scripts).join(", ")}.`);
      print(context.terminal, script);
    });
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const typed = words.map((word) => (word === '""' ? "" : word));
      const found = await candidates(program, context, typed);
      const last = typed.at(-1) ?? "";
      for (const word of new Set(found)) if (word.startsWith(last)) print(context.terminal, word);
    });
}

/** Returns the words that can be the last of `words`. */
async function candidates(program: Command, context: Context, words: readonly string[]): Promise<readonly string[]> {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  if (before[0] === "api" && before[1] !== undefined) return operationWords(context, before.slice(1), last);
  let command: Command = program;
  for (const word of before) command = command.commands.find((each) => each.name() === word) ?? command;
  const names = command.commands.filter((each) => !each.name().startsWith("_")).map((each) => each.name());
  if (last.startsWith("-")) return command.options.flatMap(({ long }) => long ?? []);
  if (command.name() === "open") return Object.keys(consolePages);
  if (command.name() === "completion") return Object.keys(scripts);
  if (command.parent?.name() === "keys" && command.name() !== "create")
    return idsOf(context, "keys", "listDataApiKeys");
  if (command.name() === "logs") return idsOf(context, "logs", "listLogs");
  if (command.parent?.name() === "webhooks" && command.name() === "listen")
    return idsOf(context, "webhooks", "listWebhooks");
  if (command.parent?.name() === "offsite") return idsOf(context, "backups", "listOffsiteSchedules", "name");
  if (command.name() === "wait") return idsOf(context, "processes", "listProcesses");
  return names;
}

async function operationWords(context: Context, [resource = "", ...rest]: readonly string[], last: string) {
  if (context.files.index()[resource] === undefined) return [];
  const { property, operations } = context.files.resource(resource);
  const operation = operations.find(({ command }) => command === rest[0]);
  if (operation === undefined) return operations.map(({ command }) => command);
  if (last.startsWith("-")) return flagsOf(operation);
  const field = operation.fields.find(({ flag }) => `--${flag}` === rest.at(-1));
  if (field?.choices !== undefined) return field.choices;
  return operation.lists === undefined || rest.length > 1 ? [] : idsOf(context, property, operation.lists);
}

function flagsOf({ fields, method }: OperationData): readonly string[] {
  const own = fields.filter(({ isInPath }) => !isInPath).map(({ flag }) => `--${flag}`);
  return [...own, "--profile", "--json", "--ndjson", ...(method === "GET" ? [] : ["--input"])];
}

/** Returns the ids that a list operation returns, or the values of `field`, or the names if its entries have no ids. */
async function idsOf(context: Context, property: string, name: string, field = "id"): Promise<readonly string[]> {
  const client = clientIn(context, {}) as unknown as Record<string, Record<string, () => Promise<object>>>;
  const output = (await client[property]?.[name]?.()) ?? {};
  const rows = Object.values(output).find((value) => Array.isArray(value)) ?? [];
  return (rows as readonly unknown[]).flatMap((row) => {
    if (typeof row !== "object" || row === null) return String(row);
    const { [field]: wanted, name: named, slug, filename } = row as Readonly<Record<string, unknown>>;
    const value = wanted ?? slug ?? named ?? filename;
    return value === undefined ? [] : String(value);
  });
}
