import { type FileOnDisk, writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import { keyFits } from "../../fmserver/file/file-body.ts";
import { checkTarget, readAny, ToolError } from "../process/open-file.ts";
import { nameOf, type Subcommand, type SubcommandCall, targetOf } from "./subcommand.ts";

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
      checkKey(header, call);
      call.writeLine("File is consistent");
    },
  },
  "--recover": {
    values: ["g", "i", "u", "p"],
    flags: ["r", "l", "k", "b"],
    async run(call) {
      const path = pathIn(call.line.words);
      const { header, definition, sizeBytes } = await readAny(call.server, path);
      // No tables or accounts can be recovered.
      if (definition === undefined) throw new ToolError(802, "Unable to open file");
      checkKey(header, call);
      const target = targetOf(call, path, " Recovered");
      await checkTarget(call.server, target, call.line.flags.has("force"));
      writeFileOf(target, { ...definition, name: nameOf(target), sizeBytes, damaged: false });
      call.writeLine(`Recovered: ${target}`);
    },
  },
};

/** @throws ToolError 212 for an encrypted file and another key */
function checkKey(header: FileOnDisk["header"], { line }: SubcommandCall): void {
  if (header !== undefined && !keyFits(header, line.values.encryption_key ?? ""))
    throw new ToolError(212, "Invalid encryption key");
}

function pathIn([path]: readonly string[]): string {
  if (path === undefined) throw new ToolError(10001, "A file is needed");
  return path;
}
