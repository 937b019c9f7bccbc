import {
  closeDatabase,
  isOpen,
  openDatabase,
  pauseDatabase,
  removeDatabase,
  resumeDatabase,
  whenSettled,
} from "../host/databases.ts";
import { type Command, type CommandCall, numberIn, textIn } from "./command.ts";
import { namedFiles, pathOf } from "./named-files.ts";
import { verifyFiles } from "./verify-files.ts";

const access = ["DATABASE_MANAGEMENT"] as const;

/** Commands that change hosted files. */
export const fileCommands: Readonly<Record<string, Command>> = {
  OPEN: { access, run: open },
  CLOSE: { access, run: close },
  PAUSE: {
    access,
    run(call) {
      for (const database of namedFiles(call, ({ status }) => status === "NORMAL")) {
        call.writeLine(`File Pausing: ${database.name}.fmp12`);
        pauseDatabase(call.host, database);
        call.writeLine(`File Paused: ${database.name}.fmp12`);
      }
    },
  },
  RESUME: {
    access,
    run(call) {
      for (const database of namedFiles(call, ({ status }) => status === "PAUSED")) {
        call.writeLine(`File Resuming: ${database.name}.fmp12`);
        resumeDatabase(call.host, database);
        call.writeLine(`File Resumed: ${database.name}.fmp12`);
      }
    },
  },
  REMOVE: {
    access,
    run(call) {
      for (const database of namedFiles(call, ({ status }) => status === "CLOSED")) {
        const path = pathOf(call, database);
        removeDatabase(call.host, database);
        call.writeLine(`File Removed: ${path}`);
      }
    },
  },
  VERIFY: { access, run: verifyFiles },
  CLEARKEY: {
    access,
    run(call) {
      for (const database of namedFiles(call, ({ savedKey }) => savedKey !== undefined)) database.savedKey = undefined;
    },
  },
};

async function open(call: CommandCall): Promise<void> {
  const key = textIn(call, "key");
  const saveKey = call.options.savekey === true;
  for (const database of namedFiles(call, ({ status }) => status === "CLOSED")) {
    call.writeLine(`File Opening: ${database.name}.fmp12`);
    openDatabase(call.host, database, { key, saveKey });
    await whenSettled(database);
    if (database.status === "NORMAL") {
      call.writeLine(`File Opened: ${database.name}.fmp12`);
      continue;
    }
    const { encryptionKey, encryptionHint } = database.definition;
    if (encryptionKey !== undefined && encryptionKey !== (key === "" ? database.savedKey : key)) {
      const needed = "The correct password must be supplied with the --key option.";
      call.writeLine(`Fail to open encrypted database. ${needed} (Hint: ${encryptionHint})`);
    }
    call.writeLine(`File Closed: ${database.name}.fmp12`);
  }
}

async function close(call: CommandCall): Promise<void> {
  const graceSeconds = numberIn(call, "gracetime", 90);
  const force = call.options.force === true;
  const closing = namedFiles(call, isOpen);
  for (const database of closing) {
    call.writeLine(`File Closing: ${database.name}.fmp12`);
    closeDatabase(call.host, database, { messageText: textIn(call, "message"), force, graceSeconds });
  }
  for (const database of closing) {
    await whenSettled(database);
    call.writeLine(`File Closed: ${database.name}.fmp12`);
  }
}
