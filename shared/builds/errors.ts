import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of builds. */
export const buildErrors = {
  not_configured: {
    code: 18700,
    status: 409,
    sentence: "This is not set up here",
    cause:
      "The call asks for something that this installation does not do, or not yet. The answer names it; nothing was done.",
    remedy: "Leave it out, or set it up first.",
  },
  build_not_found: {
    code: 18701,
    status: 404,
    sentence: "There is no such build",
    cause: "Its id is mistyped, or it was deleted.",
    remedy: "List the builds that there are.",
  },
  build_exists: {
    code: 18702,
    status: 409,
    sentence: "There is a build with this id already",
    cause: "An id names one build, and `force` was not sent.",
    remedy: "Choose another id, delete the build, or send `force` to replace it.",
  },
  build_running: {
    code: 18703,
    status: 409,
    sentence: "This build is not at its end yet",
    cause: "It is being made, or waits for its turn.",
    remedy: "Wait for its end, or abort it.",
  },
  build_not_running: {
    code: 18704,
    status: 409,
    sentence: "No build is running",
    cause: "It has come to its end already, or none was started.",
    remedy: "List the builds, and look at their states.",
  },
  build_link_not_found: {
    code: 18705,
    status: 404,
    sentence: "This download link of a build does not work",
    cause: "It has expired or was mistyped, or the build was deleted or made again.",
    remedy: "Read the build's status again: it has a fresh link.",
  },
  build_too_long: {
    code: 18706,
    status: 413,
    sentence: "What goes along with this build is too long",
    cause: "Its manifest would be longer than 60,000 characters: text files, notes or webhooks of its files.",
    remedy: "Leave some of them out, or divide the build into several.",
  },
  build_not_completed: {
    code: 18707,
    status: 409,
    sentence: "This build was not completed",
    cause: "It failed, crashed or was aborted before its files were made: nothing is known of them.",
    remedy: "Choose another build, or make this one again.",
  },
  build_not_in_outbox: {
    code: 18708,
    status: 409,
    sentence: "This build is no longer in the outbox",
    cause: "It was deleted, or made room for newer ones (`maxOutboxBuilds`): only its record is left.",
    remedy: "Choose a build that lies in the outbox, or make this one again.",
  },
  builds_alike: {
    code: 18709,
    status: 409,
    sentence: "These builds have no file in common that differs",
    cause: "Every file that both have is the same to the last byte, or they have none in common.",
    remedy: "Choose other builds.",
  },
  build_push_not_found: {
    code: 18710,
    status: 404,
    sentence: "No deployment waits for a build at this address",
    cause: "The address has expired or was mistyped, or the deployment has what it waited for, or has given up.",
    remedy: "Start the deployment again: it gives out another address.",
  },
} as const satisfies ErrorEntries;
