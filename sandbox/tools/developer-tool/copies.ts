import { randomUUID } from "node:crypto";
import { writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import { checkTarget } from "../process/open-file.ts";
import { fileOfLine, fileWithoutAccount, nameOf, type Subcommand, targetOf } from "./subcommand.ts";

/**
 * Subcommands that create a new file from a file. Two of them take no account.
 * Source: https://help.claris.com/en/developer-tool-guide/content/command-line-parameters.html
 */
export const copySubcommands: Readonly<Record<string, Subcommand>> = {
  "--copy": copies("Copy", (definition) => definition),
  "--clone": copies("Clone", withoutRecords),
  "--copycompress": copies("Compressed", (definition) => ({ ...definition, sizeBytes: 0 })),
  "--copyselfcontained": copies("Self-Contained", embedded),
  "--removeadminaccess": copies("No Admin", withoutFullAccess, fileWithoutAccount),
  "--resetfileuuid": copies("New UUID", (definition) => ({
    ...definition,
    fileId: randomUUID().replaceAll("-", "").toUpperCase(),
  })),
  "--enablekiosk": copies("Kiosk", (definition) => ({ ...definition, kiosk: true }), fileWithoutAccount),
};

function copies(addition: string, change: (definition: Database) => Database, opened = fileOfLine): Subcommand {
  return {
    values: [],
    flags: [],
    async run(call) {
      const file = await opened(call);
      const target = targetOf(call, file.path, ` ${addition}`);
      await checkTarget(call.server, target, call.line.flags.has("force"));
      writeFileOf(target, change({ ...file.definition, name: nameOf(target), sizeBytes: file.sizeBytes }));
      call.detail(`Source: ${file.path}`);
      call.writeLine(`Saved: ${target}`);
    },
  };
}

function withoutFullAccess(definition: Database): Database {
  const accounts = definition.accounts.filter(({ privilegeSet }) => privilegeSet !== "[Full Access]");
  return { ...definition, accounts };
}

function withoutRecords(definition: Database): Database {
  return { ...definition, sizeBytes: 0, tables: definition.tables.map((table) => ({ ...table, records: [] })) };
}

/** Returns the file with its external containers embedded. */
function embedded(definition: Database): Database {
  const tables = definition.tables.map((table) => ({
    ...table,
    fields: table.fields.map((field) => ({ ...field, containerStorage: "embedded" as const })),
  }));
  return { ...definition, tables };
}
