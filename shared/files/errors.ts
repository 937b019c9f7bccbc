import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of hosted files, their clients and patches. */
export const fileErrors = {
  database_not_found: {
    code: 18183,
    status: 404,
    sentence: "FileMaker Server knows no such file",
    cause:
      "A name is mistyped, or the file was removed from the server. The answer's `files` names them; nothing was done.",
    remedy: "List the databases that there are.",
  },
  database_state_forbids: {
    code: 18184,
    status: 409,
    sentence: "A file's state does not allow this",
    cause:
      "Closed files cannot be paused, and files that open or close have to get there first. The answer's `files` says which are in what state; nothing was done.",
    remedy: "Wait, or bring the file into a state that allows it.",
  },
  client_not_found: {
    code: 18185,
    status: 404,
    sentence: "No such client is connected",
    cause: "It has left, or the server was restarted and counts its clients from one again.",
    remedy: "List the clients again.",
  },
  client_not_reachable: {
    code: 18186,
    status: 409,
    sentence: "This client cannot be shown a message",
    cause: "It is a session of an API or a script on the server, which no user sees.",
    remedy: "Disconnect it, or ask its owner.",
  },
  server_too_old: {
    code: 18193,
    status: 409,
    sentence: "Patches need Database Server 26 or later",
    cause: "The server is of an earlier release, whose files FMUpgradeTool does not patch while they are hosted by it.",
    remedy: "Update FileMaker Server, or apply the patch with FMUpgradeTool by hand.",
  },
} as const satisfies ErrorEntries;
