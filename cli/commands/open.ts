import type { Command } from "commander";
import type { Context } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { clientFor, connectionOf } from "../profiles/connection.ts";
import { note, print } from "../terminal.ts";

/** Pages of the console, and their addresses below it. A test compares them with the console's. */
export const consolePages: Readonly<Record<string, string>> = {
  home: "",
  files: "files",
  clients: "files/clients",
  trash: "trash",
  keys: "keys",
  "admin-keys": "keys/admin",
  processes: "processes",
  "mcp-servers": "mcp",
  builds: "builds",
  deployments: "deployments",
  schedules: "schedules",
  webhooks: "webhooks",
  deliveries: "webhooks/deliveries",
  triggers: "webhooks/triggers",
  backups: "backups",
  logs: "logs",
  alerts: "alerts",
  audit: "audit",
  settings: "settings",
};

interface OpenFlags {
  readonly profile?: string;
  readonly browser: boolean;
}

export function addOpen(program: Command, context: Context): void {
  program
    .command("open")
    .description("open a page of the console in the browser")
    .argument("[page]", `one of ${Object.keys(consolePages).join(", ")}`, "home")
    .option("--profile <name>", "use this profile (see latchkey profiles)")
    .option("--no-browser", "only print the address")
    .action((page: string, { profile, browser }: OpenFlags) => {
      const path = consolePages[page];
      if (path === undefined)
        throw new UsageError(`Unknown page "${page}". Pages: ${Object.keys(consolePages).join(", ")}.`);
      const { url } = connectionOf(context.terminal, profile);
      const address = `${clientFor(url).url}/console/${path}`;
      if (browser && context.openInBrowser(address)) note(context.terminal, `Opened ${address}`);
      else print(context.terminal, address);
    });
}
