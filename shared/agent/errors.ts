import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the agent, and what the database host refuses it. */
export const agentErrors = {
  agent_unavailable: {
    code: 18120,
    status: 503,
    sentence: "The agent on the database host is away",
    cause: "No agent is enrolled, or it has no link to the service at this moment.",
    remedy: "Look at the agent on the database host: `latchkey-agent doctor` says what is missing.",
  },
  agent_timeout: {
    code: 18121,
    status: 504,
    sentence: "The agent on the database host did not answer in time",
    cause: "The host is busy, or a command took longer than it may.",
    remedy: "Look whether it was done before you ask again.",
  },
  agent_refused: {
    code: 18122,
    status: 502,
    sentence: "The agent on the database host could not do it",
    cause: "A program or the system there refused. The text says what it said.",
    remedy: "Fix what the text names. `latchkey-agent doctor` checks folders, rights and tools.",
  },
  agent_not_found: {
    code: 18123,
    status: 404,
    sentence: "There is no agent with this id",
    cause: "It was never enrolled, or is revoked already.",
    remedy: "List the agents for their ids.",
  },
  agent_exists: {
    code: 18124,
    status: 409,
    sentence: "An agent is enrolled already",
    cause: "One agent works for a service, and a new one takes its place.",
    remedy: "Send `replace: true` if the new agent is to take its place.",
  },
  agent_code_refused: {
    code: 18125,
    status: 401,
    sentence: "This enrolment code is not accepted",
    cause: "It was used, is older than ten minutes, or is mistyped.",
    remedy: "Create another code and use it within ten minutes.",
  },
  agent_signature_refused: {
    code: 18126,
    status: 401,
    sentence: "The agent is not known by this signature",
    cause: "The agent was replaced or revoked, or what came was altered, sent twice, or signed by another.",
    remedy: "Enrol the agent again.",
  },
  agent_clock_wrong: {
    code: 18127,
    status: 401,
    sentence: "The clocks of agent and service are more than two minutes apart",
    cause: "What the agent signs is good for two minutes. The text has both times.",
    remedy: "Set the clock of the database host by the network, as of the machine with the service.",
  },
  host_file_not_found: {
    code: 18128,
    status: 404,
    sentence: "There is no such file or folder on the database host",
    cause: "It was moved, renamed or deleted, or is mistyped.",
    remedy: "List the folder that it should be in.",
  },
  host_file_refused: {
    code: 18129,
    status: 409,
    sentence: "The database host does not allow this with the file or folder",
    cause:
      "It is in use, of another kind, was rotated meanwhile, or the agent has no right to it. The text says which.",
    remedy: "Close the file, or give the agent's account the right to it.",
  },
  server_key_missing: {
    code: 18194,
    status: 409,
    sentence: "This agent has not said which key it has for FileMaker Server",
    cause: "It is of an earlier version, or has had no link since it was updated.",
    remedy: "Update the agent, wait until it is linked, and call again.",
  },
  host_disk_full: {
    code: 18230,
    status: 507,
    sentence: "The database host's disk has no space for this",
    cause: "Less than `DISK_FLOOR_MB` would be left. Nothing was begun.",
    remedy: "Free space on the disk that the answer names, then repeat the call.",
  },
  agent_too_old: {
    code: 18237,
    status: 409,
    sentence: "The agent on the database host is of a version that does not know how to do this",
    cause: "The service is newer than the agent. The text says what the agent does not know.",
    remedy:
      "Update the agent: put the program of this release in place of the old one on the database host and start it again. Its enrolment stays.",
  },
} as const satisfies ErrorEntries;
