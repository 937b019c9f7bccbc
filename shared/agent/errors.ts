import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the agent, and the host's refusals of its requests. */
export const agentErrors = {
  agent_unavailable: {
    code: 18120,
    status: 503,
    sentence: "The agent on the database host is offline",
    cause: "No agent is enrolled, or it isn't connected to Latchkey.",
    remedy: "Run `latchkey-agent doctor` on the database host. It shows what is missing.",
  },
  agent_timeout: {
    code: 18121,
    status: 504,
    sentence: "The agent on the database host didn't respond in time",
    cause: "The host is busy, or a command exceeded its time limit.",
    remedy: "Check whether the command took effect before you send it again.",
  },
  agent_refused: {
    code: 18122,
    status: 502,
    sentence: "The agent on the database host couldn't do this",
    cause: "A program or the operating system there reported an error. The message has its text.",
    remedy:
      "Fix the problem that the message describes. `latchkey-agent doctor` checks folders, permissions and tools.",
  },
  agent_not_found: {
    code: 18123,
    status: 404,
    sentence: "Agent not found",
    cause: "No agent with this ID was enrolled, or it was revoked.",
    remedy: "List the agents.",
  },
  agent_exists: {
    code: 18124,
    status: 409,
    sentence: "An agent is already enrolled",
    cause: "A service has one agent. Enrolling another one replaces it.",
    remedy: "To replace the agent, send `replace: true`.",
  },
  agent_code_refused: {
    code: 18125,
    status: 401,
    sentence: "Invalid enrollment code",
    cause: "It was used, is older than ten minutes, or is mistyped.",
    remedy: "Create another code, and use it within ten minutes.",
  },
  agent_signature_refused: {
    code: 18126,
    status: 401,
    sentence: "Invalid agent signature",
    cause: "The agent was replaced or revoked, or the message was changed, sent twice, or signed by another agent.",
    remedy: "Enroll the agent again.",
  },
  agent_clock_wrong: {
    code: 18127,
    status: 401,
    sentence: "The clocks of the agent and Latchkey differ by more than two minutes",
    cause: "A signature of the agent is valid for two minutes. The message has both times.",
    remedy: "Synchronize the clocks of both machines with a time server.",
  },
  host_file_not_found: {
    code: 18128,
    status: 404,
    sentence: "File or folder not found on the database host",
    cause: "It was moved, renamed or deleted, or its name is mistyped.",
    remedy: "List the folder that should contain it.",
  },
  host_file_refused: {
    code: 18129,
    status: 409,
    sentence: "The agent can't do this with the file or folder",
    cause: "It is in use, has the wrong type or was rotated, or the agent lacks permission. The message says which.",
    remedy: "Close the file, or give the agent's account permission.",
  },
  server_key_missing: {
    code: 18194,
    status: 409,
    sentence: "This agent hasn't reported its key for FileMaker Server",
    cause: "Its version is too old, or it hasn't connected since its update.",
    remedy: "Update the agent, wait until it is connected, then send the request again.",
  },
  host_disk_full: {
    code: 18230,
    status: 507,
    sentence: "Not enough disk space on the database host",
    cause: "Less than `DISK_FLOOR_MB` would be left. Nothing was started.",
    remedy: "Free up space on the disk that the message names, then send the request again.",
  },
  agent_too_old: {
    code: 18237,
    status: 409,
    sentence: "The agent on the database host is too old for this",
    cause: "Latchkey is newer than the agent. The message names the missing feature.",
    remedy:
      "Update the agent: replace its program on the database host with the one of this release, and restart it. It stays enrolled.",
  },
} as const satisfies ErrorEntries;
