import { writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import { checkTarget, ToolError } from "../process/open-file.ts";
import { fileOfLine, nameOf, type Subcommand, targetOf } from "./subcommand.ts";

/** Subcommands that encrypt and decrypt a file. */
export const encryptionSubcommands: Readonly<Record<string, Subcommand>> = {
  "--enableencryption": {
    values: ["sharedid", "passcode", "h"],
    flags: ["o"],
    short: { s: "sharedid", p: "passcode" },
    async run(call) {
      const file = await fileOfLine(call);
      const { passcode = "", h: hint = "" } = call.line.values;
      if (passcode === "") throw new ToolError(10001, "A passcode is needed");
      if (file.header.encryption !== null) throw new ToolError(10001, "File is encrypted already");
      const target = targetOf(call, file.path, " Encrypted");
      await checkTarget(call.server, target, call.line.flags.has("force"));
      writeFileOf(target, {
        ...file.definition,
        name: nameOf(target),
        sizeBytes: file.sizeBytes,
        encryptionKey: passcode,
        encryptionHint: hint,
      });
      call.writeLine(`Encrypted: ${target}`);
    },
  },
  "--removeencryption": {
    values: [],
    flags: [],
    async run(call) {
      const file = await fileOfLine(call);
      if (file.header.encryption === null) throw new ToolError(10001, "File is not encrypted");
      const target = targetOf(call, file.path, " Decrypted");
      await checkTarget(call.server, target, call.line.flags.has("force"));
      const { encryptionKey, ...definition } = file.definition;
      writeFileOf(target, { ...definition, name: nameOf(target), sizeBytes: file.sizeBytes, encryptionHint: "" });
      call.writeLine(`Decrypted: ${target}`);
    },
  },
};
