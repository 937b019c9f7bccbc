import { writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import { checkTarget, readAny, ToolError } from "../process/open-file.ts";
import { nameOf, type Subcommand, targetOf } from "./subcommand.ts";

/** Subcommands that check and recover a file. */
export const repairSubcommands: Readonly<Record<string, Subcommand>> = {
  "--checkconsistency": {
    values: [],
    flags: [],
    async run(call) {
      const { header, definition } = await readAny(call.server, pathIn(call.line.words));
      if (header === undefined || definition === undefined || definition.damaged || header.isOpen) {
        throw new ToolError(816, "File has to be recovered");
      }
      call.writeLine("File is consistent");
    },
  },
  "--recover": {
    values: ["g", "i", "u", "p"],
    flags: ["r", "l", "k", "b"],
    async run(call) {
      const path = pathIn(call.line.words);
      const { definition, sizeBytes } = await readAny(call.server, path);
      // No tables or accounts can be recovered.
      if (definition === undefined) throw new ToolError(802, "Unable to open file");
      const target = targetOf(call, path, " Recovered");
      await checkTarget(call.server, target, call.line.flags.has("force"));
      writeFileOf(target, { ...definition, name: nameOf(target), sizeBytes, damaged: false });
      call.writeLine(`Recovered: ${target}`);
    },
  },
};

function pathIn([path]: readonly string[]): string {
  if (path === undefined) throw new ToolError(10001, "A file is needed");
  return path;
}
