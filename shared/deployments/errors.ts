import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of deployments. */
export const deploymentErrors = {
  deployment_not_found: {
    code: 18800,
    status: 404,
    sentence: "There is no such deployment",
    cause: "Its id is mistyped, or it was deleted.",
    remedy: "List the deployments that there are.",
  },
  deployment_running: {
    code: 18801,
    status: 409,
    sentence: "This deployment is not at its end yet",
    cause: "It is under way, or waits for its turn.",
    remedy: "Wait for its end, or abort it.",
  },
  deployment_not_running: {
    code: 18802,
    status: 409,
    sentence: "No deployment is running",
    cause: "It has come to its end already, or none was started.",
    remedy: "List the deployments, and look at their states.",
  },
  deployment_backup_missing: {
    code: 18803,
    status: 409,
    sentence: "This deployment cannot be undone",
    cause:
      "It has replaced no file, or what it has replaced is no longer kept: `maxDeploymentBackups` says how many are.",
    remedy: "List the deployments that can be undone, or restore a backup.",
  },
  source_unreachable: {
    code: 18804,
    status: 502,
    sentence: "The server that the files come from does not answer as it should",
    cause: "Its address is wrong, it is away, its certificate is not trusted, or no such service runs there.",
    remedy: "Ask `GET /svc/api/can-reach-other-server` for that server.",
  },
  source_refused: {
    code: 18805,
    status: 409,
    sentence: "The server that the files come from refuses",
    cause: "Its credential is wrong, the build is not there or not ready, or the build could not be made.",
    remedy: "Look at the builds of that server, and at the credential for it.",
  },
  deployment_not_abortable: {
    code: 18806,
    status: 409,
    sentence: "This deployment cannot be aborted any more",
    cause: "It has begun to replace files, and goes on to its end.",
    remedy: "Wait for its end, and undo it.",
  },
  deployment_not_crashed: {
    code: 18807,
    status: 409,
    sentence: "Only a deployment that has crashed is resumed",
    cause: "It has come to an end of another kind, or to none yet.",
    remedy: "Rerun it.",
  },
  deployment_too_long: {
    code: 18808,
    status: 413,
    sentence: "This part of a deployment is too long",
    cause: "What it asks for is longer than 90,000 bytes as JSON: its text files, or the number of its files.",
    remedy: "Divide it into several parts, or bring text files by a build.",
  },
  source_not_called: {
    code: 18809,
    status: 409,
    sentence: "The server that the files come from is not called",
    cause:
      "Its address is one of this machine or of a private network that `CALLOUT_NETWORKS` does not list, it is plain http without a name, or calls to other servers are switched off.",
    remedy:
      "Name the server by its public name, with https. A service on this very machine is never called: bring its build by way of a bucket.",
  },
} as const satisfies ErrorEntries;
