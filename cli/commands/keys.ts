import type { Command } from "commander";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { show } from "../output/show.ts";
import { readSecret } from "../secret-input.ts";
import { note, print } from "../terminal.ts";

interface CreateFlags extends CallFlags {
  readonly user: string;
  readonly label?: string;
  readonly odata?: boolean;
}

/** Adds the everyday commands for Data API keys. All fields are in `latchkey api keys`. */
export function addKeys(program: Command, context: Context): void {
  const { terminal } = context;
  const { signal } = terminal;
  const keys = program.command("keys").description("list, create, rotate and delete Data API keys");

  withCallFlags(keys.command("list").description("list all Data API keys")).action(async (flags: CallFlags) => {
    const all: unknown[] = [];
    for await (const page of clientIn(context, flags).keys.listDataApiKeys.pages({}, { signal }))
      all.push(...page["api-keys"]);
    const shown = (all as { id: number; label: string; user: string; databases: readonly string[] }[]).map((key) =>
      flags.json || flags.ndjson ? key : { id: key.id, label: key.label, user: key.user, databases: key.databases },
    );
    show(terminal, { keys: shown }, flags);
  });

  withCallFlags(keys.command("create").description("create a key for files, and print its value"))
    .argument("<file...>", "names of the files that the key opens")
    .requiredOption("--user <name>", "account in the files. Its password is typed, or sent to standard input")
    .option("--label <text>", "description of the client that uses the key")
    .option("--odata", "also allow OData")
    .action(async (databases: string[], { user, label, odata, ...flags }: CreateFlags) => {
      const client = clientIn(context, flags);
      const pass = await readSecret(terminal, `Password of ${user}`);
      const fields = { databases, user, pass, ...(label && { label }), ...(odata && { isOData: true }) };
      const made = await client.keys.createDataApiKey(fields, { signal });
      if (flags.json || flags.ndjson) show(terminal, made, flags);
      else print(terminal, made.key);
      note(terminal, "This is the only time that the value is shown. Store it now.");
    });

  withCallFlags(keys.command("rotate").description("replace a key's value, and print the new one"))
    .argument("<key>", "id or hint of the key, from latchkey keys list")
    .action(async (key: string, flags: CallFlags) => {
      const made = await clientIn(context, flags).keys.rotateDataApiKey({ key }, { signal });
      if (flags.json || flags.ndjson) show(terminal, made, flags);
      else print(terminal, made.key);
      note(terminal, "This is the only time that the value is shown. Store it now.");
    });

  withCallFlags(keys.command("delete").description("delete keys: their clients lose access at once"))
    .argument("<key...>", "ids or hints of the keys, from latchkey keys list")
    .option("--yes", "don't ask")
    .action(async (names: string[], { yes, ...flags }: CallFlags & { readonly yes?: boolean }) => {
      if (!yes) throw new UsageError(`This deletes ${names.join(", ")}. Add --yes to delete.`);
      for (const key of names) {
        await clientIn(context, flags).keys.deleteDataApiKey({ key }, { signal });
        note(terminal, `Deleted ${key}`);
      }
    });
}
