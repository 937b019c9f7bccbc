import type { Command } from "commander";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { show } from "../output/show.ts";
import { visible } from "../output/table.ts";
import { note, print } from "../terminal.ts";

interface LogFlags extends CallFlags {
  readonly follow?: boolean;
  readonly lines: string;
}

interface Line {
  readonly text: string;
}

export function addServer(program: Command, context: Context): void {
  const { terminal } = context;
  const server = program.command("server").description("logs of FileMaker Server and of the service");
  withCallFlags(server.command("logs").description("list logs, or print the last lines of one"))
    .argument("[log]", "name of the log, such as Event.log")
    .option("--follow", "also print new lines until Ctrl+C")
    .option("--lines <number>", "number of lines", "100")
    .action(async (name: string | undefined, { follow, lines, ...flags }: LogFlags) => {
      const client = clientIn(context, flags);
      const { signal } = terminal;
      if (name === undefined) return show(terminal, await client.logs.listLogs({}, { signal }), flags);
      const write = (page: { readonly lines: readonly Line[] }) => {
        for (const line of page.lines)
          print(terminal, flags.json || flags.ndjson ? JSON.stringify(line) : visible(line.text));
      };
      const last = await client.logs.readLogLines({ name, count: Number(lines) }, { signal });
      write(last);
      if (!follow) return;
      for await (const page of client.followLog(name, { after: last.after, signal })) {
        if (page.isRotated) note(terminal, `${name} was rotated or cleared.`);
        write(page);
      }
    });
}
