import { FmError } from "../fm-error.ts";
import {
  clientNumbered,
  clientsOf,
  disconnectClient,
  messageClient,
  messageClients,
  userClientsIn,
} from "../host/clients.ts";
import { isOpen } from "../host/databases.ts";
import { clientRow, LONG_CLIENT_TITLES } from "./client-row.ts";
import { type Command, type CommandCall, CommandError, numberIn, textIn } from "./command.ts";
import { fileRow } from "./file-row.ts";
import { namedFiles } from "./named-files.ts";
import { tableText } from "./table-text.ts";

const access = ["DATABASE_MANAGEMENT"] as const;

/** Commands for connected clients. */
export const clientCommands: Readonly<Record<string, Command>> = {
  "DISCONNECT CLIENT": { access, run: disconnect },
  SEND: { access, run: send },
  "STATUS CLIENT": {
    access,
    run(call) {
      const rows = clientRow(call.host, clientFor(call, call.operands[0], 10007), true);
      for (const line of tableText(LONG_CLIENT_TITLES, rows)) call.writeLine(line);
    },
  },
  "STATUS FILE": {
    access,
    run(call) {
      if (call.operands.length === 0) throw new CommandError(10001);
      for (const database of namedFiles(call, () => true)) {
        const [id = "", file = "", clients = "", size = "", status = "", , encrypted = ""] = fileRow(
          call.host,
          database,
        );
        call.writeLine(`ID: ${id}`);
        call.writeLine(`File: ${file}`);
        call.writeLine(`Clients: ${clients}`);
        call.writeLine(`Size: ${size}`);
        call.writeLine(`Status: ${status}`);
        call.writeLine(`Encrypted: ${encrypted}`);
      }
    },
  },
};

function disconnect(call: CommandCall): void {
  const graceSeconds = numberIn(call, "gracetime", 90);
  const messageText = textIn(call, "message");
  const [id] = call.operands;
  const leaving = id === undefined ? clientsOf(call.host) : [clientFor(call, id, 11005)];
  const seconds = call.options.force === true ? 0 : graceSeconds;
  for (const client of leaving) disconnectClient(call.host, client, { messageText, graceSeconds: seconds });
  call.writeLine("Client(s) being disconnected.");
}

function send(call: CommandCall): void {
  const messageText = textIn(call, "message");
  if (messageText === "") throw new CommandError(10001);
  const id = textIn(call, "client");
  if (id !== "") {
    messageClient(clientFor(call, id, 10007), messageText);
    return;
  }
  const files = namedFiles(call, isOpen);
  messageClients([...new Set(files.flatMap(({ name }) => userClientsIn(call.host, name)))], messageText);
}

function clientFor(call: CommandCall, id: string | undefined, otherwise: number): ReturnType<typeof clientNumbered> {
  try {
    return clientNumbered(call.host, id ?? "");
  } catch (error) {
    if (error instanceof FmError) throw new CommandError(otherwise);
    throw error;
  }
}
