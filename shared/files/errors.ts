import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const fileErrors = {
  database_not_found: {
    code: 18183,
    status: 404,
    sentence: "FileMaker Server doesn't host this file",
    cause: "A name is mistyped, or the file was removed. `files` in the response names them. Nothing was done.",
    remedy: "List the databases.",
  },
  database_state_forbids: {
    code: 18184,
    status: 409,
    sentence: "The file's state doesn't allow this",
    cause:
      "Closed files can't be paused, and files that are opening or closing must finish first. `files` in the response names their states. Nothing was done.",
    remedy: "Wait, or change the file's state first.",
  },
  client_not_found: {
    code: 18185,
    status: 404,
    sentence: "Client not connected",
    cause: "The client disconnected, or the server restarted and numbers its clients from one again.",
    remedy: "List the clients again.",
  },
  client_not_reachable: {
    code: 18186,
    status: 409,
    sentence: "This client can't show a message",
    cause: "It is a session of an API or of a server script, without a user.",
    remedy: "Disconnect it, or contact its owner.",
  },
  server_too_old: {
    code: 18193,
    status: 409,
    sentence: "Patches need FileMaker Server 26 or later",
    cause: "In earlier versions, FMUpgradeTool can't patch hosted files.",
    remedy: "Update FileMaker Server, or apply the patch with FMUpgradeTool yourself.",
  },
} as const satisfies ErrorEntries;
