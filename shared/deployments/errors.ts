import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const deploymentErrors = {
  deployment_not_found: {
    code: 18800,
    status: 404,
    sentence: "Deployment not found",
    cause: "Its ID is mistyped, or the deployment was deleted.",
    remedy: "List the deployments.",
  },
  deployment_running: {
    code: 18801,
    status: 409,
    sentence: "The deployment is still running",
    cause: "It is in progress or queued.",
    remedy: "Wait until it finishes, or abort it.",
  },
  deployment_not_running: {
    code: 18802,
    status: 409,
    sentence: "No deployment is running",
    cause: "It already finished, or none was started.",
    remedy: "List the deployments and check their states.",
  },
  deployment_backup_missing: {
    code: 18803,
    status: 409,
    sentence: "This deployment can't be undone",
    cause: "It replaced no file, or the files that it replaced are no longer stored (`maxDeploymentBackups`).",
    remedy: "List the deployments that can be undone, or restore a backup.",
  },
  source_unreachable: {
    code: 18804,
    status: 502,
    sentence: "The source server can't be reached",
    cause: "Its address is wrong, it is down, its certificate isn't trusted, or no such service runs there.",
    remedy: "Test it with `GET /svc/api/can-reach-other-server`.",
  },
  source_refused: {
    code: 18805,
    status: 409,
    sentence: "The source server rejected the request",
    cause: "Its credential is wrong, the build is missing or not ready, or the build couldn't be made.",
    remedy: "Check the builds on that server, and the credential for it.",
  },
  deployment_not_abortable: {
    code: 18806,
    status: 409,
    sentence: "This deployment can't be aborted anymore",
    cause: "It started to replace files and runs to its end.",
    remedy: "Wait until it finishes, then undo it.",
  },
  deployment_not_crashed: {
    code: 18807,
    status: 409,
    sentence: "Only a crashed deployment can be resumed",
    cause: "This one ended differently, or is still running.",
    remedy: "Run it again.",
  },
  deployment_too_long: {
    code: 18808,
    status: 413,
    sentence: "This part of the deployment is too large",
    cause: "It exceeds 90,000 bytes of JSON because of its text files or the number of its files.",
    remedy: "Split it into several parts, or include the text files in a build.",
  },
  source_not_called: {
    code: 18809,
    status: 409,
    sentence: "Latchkey isn't allowed to call the source server",
    cause:
      "Its address is this machine's own or in a private network that `CALLOUT_NETWORKS` doesn't list, it is plain http outside those networks, or calls to other servers are disabled.",
    remedy:
      "Use the server's public name with https. Latchkey never calls another service on a loopback address: list another address of that machine in `CALLOUT_NETWORKS`, or transfer the build through a bucket.",
  },
} as const satisfies ErrorEntries;
