import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const buildErrors = {
  not_configured: {
    code: 18700,
    status: 409,
    sentence: "This isn't set up here",
    cause:
      "The request asks for a feature that isn't set up in this installation. The message names it. Nothing was done.",
    remedy: "Leave it out, or set it up first.",
  },
  build_not_found: {
    code: 18701,
    status: 404,
    sentence: "Build not found",
    cause: "Its ID is mistyped, or the build was deleted.",
    remedy: "List the builds.",
  },
  build_exists: {
    code: 18702,
    status: 409,
    sentence: "A build with this ID already exists",
    cause: "Build IDs are unique, and `force` wasn't sent.",
    remedy: "Choose another ID, delete the build, or send `force` to replace it.",
  },
  build_running: {
    code: 18703,
    status: 409,
    sentence: "The build is still running",
    cause: "It is in progress or queued.",
    remedy: "Wait until it finishes, or abort it.",
  },
  build_not_running: {
    code: 18704,
    status: 409,
    sentence: "No build is running",
    cause: "It already finished, or none was started.",
    remedy: "List the builds and check their states.",
  },
  build_link_not_found: {
    code: 18705,
    status: 404,
    sentence: "This download link isn't valid or has expired",
    cause: "It expired or is mistyped, or the build was deleted or replaced.",
    remedy: "Read the build's status again. It has a new link.",
  },
  build_too_long: {
    code: 18706,
    status: 413,
    sentence: "This build's manifest is too large",
    cause: "With its text files, notes and webhooks, the manifest would exceed 60,000 characters.",
    remedy: "Leave some of them out, or split the build.",
  },
  build_not_completed: {
    code: 18707,
    status: 409,
    sentence: "This build wasn't completed",
    cause: "It failed, crashed or was aborted before its files were made.",
    remedy: "Choose another build, or create this one again.",
  },
  build_not_in_outbox: {
    code: 18708,
    status: 409,
    sentence: "This build is no longer in the outbox",
    cause: "It was deleted, possibly to make room for newer builds (`maxOutboxBuilds`). Only its record is left.",
    remedy: "Choose a build from the outbox, or create this one again.",
  },
  builds_alike: {
    code: 18709,
    status: 409,
    sentence: "These builds have no common file that differs",
    cause: "All common files are identical, or there are none.",
    remedy: "Choose other builds.",
  },
  build_push_not_found: {
    code: 18710,
    status: 404,
    sentence: "No deployment is waiting for a build at this address",
    cause: "The address expired or is mistyped, or the deployment already has its build or gave up.",
    remedy: "Start the deployment again. It returns a new address.",
  },
} as const satisfies ErrorEntries;
