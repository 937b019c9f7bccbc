import type { RequirementList } from "./requirement.ts";

export const deployments = {
  "deployments:abort:late": {
    text: "A deployment that has started to replace files can't be aborted, and says so.",
    source: "Promise, releases",
  },
  "deployments:abort:running": {
    text: "POST /svc/api/deployment/abort with a JSON object aborts the running deployment.",
    source: 'Specification, "Endpoints", POST /svc/api/deployment/abort',
  },
  "deployments:abort:undone": {
    text: "A deployment aborted before files are replaced undoes everything, with its files open.",
    source: "Promise, releases",
  },
  "deployments:backup:retries": {
    text: "The backup of a locked file is retried up to 3 times.",
    source: 'Specification, "Limits", deployment file backup',
  },
  "deployments:backups:most": {
    text: "The setting maxDeploymentBackups limits how many deployments keep the files that they replaced.",
    source: "Promise, releases",
  },
  "deployments:chain:results": {
    text: "The chained action of a deployment is called once when it ends, if the deployment succeeded or the action also runs after failures; its results are stored without secrets.",
    source: "Promise, releases",
  },
  "deployments:configs:put": {
    text: "On request, notes, webhooks, and MCP servers are included in a build's manifest, without senders' secrets, and a deployment applies them to the files it creates; what belongs to another file stays there, and the deployment says so.",
    source: "Promise, releases",
  },
  "deployments:configs:senders": {
    text: "A deployment or import never silently changes who can send events to an existing webhook: a build keeps verification, allowed addresses, duplicate handling, and state, and the plan and the result list each difference; an import warns.",
    source: "Promise, roles",
  },
  "deployments:console:actions": {
    text: "In the console, a deployment can be aborted, rerun, resumed after a crash, undone for a single part, and deleted.",
    source: "Promise, console",
  },
  "deployments:console:build-options": {
    text: "In the console, a just-in-time build has all options that a deployment can request; missing input is reported at its field.",
    source: "Promise, console",
  },
  "deployments:console:chain": {
    text: "In the console, a deployment can have chained actions; missing input and invalid JSON are reported at their field.",
    source: "Promise, console",
  },
  "deployments:console:closed": {
    text: "The page of a running deployment shows how long files are closed and who is connected to them.",
    source: "Promise, console",
  },
  "deployments:console:durations": {
    text: "Successful runs with the same deployment name are listed with their duration and how long files were closed.",
    source: "Promise, console",
  },
  "deployments:console:form": {
    text: "In the console, a deployment is described step by step, planned, and rehearsed or started; missing input is reported at its field.",
    source: "Promise, console",
  },
  "deployments:console:home": {
    text: "The home page shows the last deployment with its result, and the next scheduled one.",
    source: "Promise, releases",
  },
  "deployments:console:page": {
    text: "The console has a deployments page.",
    source: 'Specification, "What the service does", point 1',
  },
  "deployments:console:recipes": {
    text: "In the console, a multipart deployment can be saved as a recipe with its secrets, and changed, planned, run, duplicated, scheduled, and deleted.",
    source: "Promise, console",
  },
  "deployments:console:undo": {
    text: "In the console, undoing a deployment takes two clicks, after a summary of what will be lost and who will be disconnected.",
    source: "Promise, console",
  },
  "deployments:debug:zip": {
    text: "The debug data of a deployment part can be downloaded as one zip that contains no secrets and lists what is unavailable.",
    source: "Promise, releases",
  },
  "deployments:delete:kept": {
    text: "Deleting a deployment deletes the files that it kept, and nothing else.",
    source: "Promise, releases",
  },
  "deployments:faults:disk": {
    text: "If a disk fills up at any step of a build or deployment, the error says what happened, what state the files are in, and what to do: before the new files are opened, every file is unchanged and open; afterwards, the new files are in place.",
    source: "Reliability R7.5, H4",
  },
  "deployments:faults:journal": {
    text: "A full disk for the agent's journal pauses a deployment; once there is space, the deployment continues to its end.",
    source: "Reliability R7.5, H4",
  },
  "deployments:faults:migration": {
    text: "A migration that fails, is killed by the system, or finds its disk full fails its deployment; the error says what happened, what state the files are in, and what to do.",
    source: "Promise, releases",
  },
  "deployments:faults:not-called": {
    text: "A deployment whose source has a blocked address, such as one of this machine, fails immediately with the reason and what to do instead, and isn't retried.",
    source: "Promise, releases",
  },
  "deployments:faults:people": {
    text: "Users see the message of a deployment that closes their file; if they stay connected, it fails with every file open as before.",
    source: "Promise, releases",
  },
  "deployments:faults:source": {
    text: "A deployment whose source is unavailable fails without touching a file, and says so.",
    source: "Promise, releases",
  },
  "deployments:fetch:waits": {
    text: "A file from another server that answers download_not_ready is requested again as Retry-After says, without counting as a failed attempt.",
    source: "Promise, releases; Reliability R4.5",
  },
  "deployments:get:request": {
    text: "Reading a deployment returns its original request next to its parts, including abortRemaining and chained actions, so that it can be duplicated.",
    source: "Promise, releases",
  },
  "deployments:inbox:kept": {
    text: "A build fetched for a failed deployment stays in the inbox for 48 hours, and the next deployment uses it from there.",
    source: "Promise, releases",
  },
  "deployments:jit:settings": {
    text: "KEEPJIT keeps builds that were made for one deployment; JIT_BUILD_TIMEOUT_IN_SEC sets how long to wait for one.",
    source: "Promise, releases",
  },
  "deployments:parts:at-once": {
    text: "A queued build or deployment starts as soon as the one before it ends.",
    source: "Promise, releases",
  },
  "deployments:parts:closed": {
    text: "A file that a later part of a deployment needs stays closed between the parts, and is open at the end even if that part fails.",
    source: "Promise, releases",
  },
  "deployments:parts:left-out": {
    text: "With abortRemaining, the parts after a failed one are skipped; without it, they run.",
    source: "Promise, releases",
  },
  "deployments:plan:findings": {
    text: "A deployment plan lists everything that would prevent it, errors before warnings, and starts nothing.",
    source: "Promise, releases",
  },
  "deployments:plan:just-in-time": {
    text: "For a just-in-time build, a plan checks that the other server responds and accepts the credential, and starts nothing there.",
    source: "Promise, releases",
  },
  "deployments:plan:rehearsal": {
    text: "A rehearsal fetches and migrates on copies while every file stays open, and the next plan uses its figures.",
    source: "Promise, releases",
  },
  "deployments:plan:size-unknown": {
    text: "If the size of a source isn't announced, the plan says that it is unknown and assumes the size of the files to be replaced.",
    source: "Promise, disk space",
  },
  "deployments:push:aborted": {
    text: "When a deployment ends, unused data that was pushed for it is deleted.",
    source: "Promise, releases",
  },
  "deployments:push:address": {
    text: "The address that a build is pushed to is signed, valid for one upload, and expires.",
    source: "Promise, releases, F2",
  },
  "deployments:push:brought": {
    text: "If the source sets pushBuild, the other server pushes the build to an address that accepts only this zip: interrupted uploads resume, and the address accepts nothing more once the deployment has the build.",
    source: "Promise, releases, F2",
  },
  "deployments:push:fallback": {
    text: "A build that the other server can't push, or pushes with another SHA-256 than announced, is pulled instead, and the log says why.",
    source: "Promise, releases",
  },
  "deployments:recipes:changed": {
    text: "A recipe can be changed, including its secrets, whose masks are sent back unchanged; if a version is sent, only if the recipe hasn't changed since.",
    source: "Promise, releases",
  },
  "deployments:recipes:kept": {
    text: "A deployment can be saved as a recipe: its secrets are encrypted, and no response contains them.",
    source: "Promise, releases",
  },
  "deployments:recipes:masks": {
    text: "A mask in a request keeps the secret of the named recipe or deployment, only for the same server, account, and file.",
    source: "Promise, releases",
  },
  "deployments:recipes:refused": {
    text: "A recipe that could never be started is rejected.",
    source: "Promise, releases",
  },
  "deployments:recipes:run": {
    text: "A recipe can be run, rehearsed, rerun, and scheduled, and its runs name it.",
    source: "Promise, releases",
  },
  "deployments:recipes:scheduled": {
    text: "A schedule runs the current version of a recipe, and prevents its deletion.",
    source: "Promise, releases",
  },
  "deployments:rename:names": {
    text: "Deployments and their parts can be renamed, and listed as deployments or as parts.",
    source: "Promise, releases",
  },
  "deployments:rerun:again": {
    text: "A deployment, or one of its parts, can be rerun with its original request.",
    source: "Promise, releases",
  },
  "deployments:resume:crashed": {
    text: "A crashed part can be resumed under the same id; other parts can't.",
    source: "Promise, releases",
  },
  "deployments:run:addresses": {
    text: "A build can be deployed from the URL of its zip or manifest, and files from URLs of their own.",
    source: "Promise, releases",
  },
  "deployments:run:build": {
    text: "Builds can be deployed.",
    source: 'Specification, "What the service does", point 5',
  },
  "deployments:run:closed-late": {
    text: "Files are closed after everything is fetched, regardless of `closeFilesAfterBuild`, whose value is still stored.",
    source: "Promise, releases",
  },
  "deployments:run:containers": {
    text: "Container data is included on request, and restored by an undo.",
    source: "Promise, releases",
  },
  "deployments:run:encrypted": {
    text: "An encrypted file is migrated and opened with its key.",
    source: "Promise, releases",
  },
  "deployments:run:failed": {
    text: "A failed deployment says what happened; every file is unchanged and open.",
    source: "Promise, releases",
  },
  "deployments:run:itself": {
    text: "A deployment from this service, under any of its addresses, takes the files locally, without a network call.",
    source: "Promise, releases",
  },
  "deployments:run:just-in-time": {
    text: "A deployment can have its source make a just-in-time build, which is deleted after use.",
    source: "Promise, releases",
  },
  "deployments:run:killed": {
    text: "An agent that is killed at any point of a deployment or its undo leaves each file intact, and its next run completes or undoes all of them.",
    source: "Reliability R7.5, H1",
  },
  "deployments:run:local": {
    text: "Files of this host can be deployed, hosted ones and those in a folder, including under other names.",
    source: "Promise, releases",
  },
  "deployments:run:many": {
    text: "Forty files can be deployed at once, ten migrations at a time, with names in any script.",
    source: "Promise, releases",
  },
  "deployments:run:options": {
    text: "FMDataMigration gets the requested options and no others.",
    source: "Promise, releases",
  },
  "deployments:run:own-server": {
    text: "A server can deploy to itself: under other names from a just-in-time build, and under the same names from an existing build.",
    source: "Promise, releases",
  },
  "deployments:run:regex": {
    text: "A regular expression derives target names from source names; an invalid one is rejected.",
    source: "Promise, releases",
  },
  "deployments:scripts:decisive": {
    text: "If a decisive script doesn't report success, its deployment fails, with every file unchanged.",
    source: "Promise, releases",
  },
  "deployments:scripts:of-build": {
    text: "Scripts named in a build's manifest run with its deployment, unless the deployment names its own.",
    source: "Promise, releases",
  },
  "deployments:scripts:run": {
    text: "Scripts run before files are closed and after they are opened; failures of scripts that aren't decisive are only logged.",
    source: "Promise, releases",
  },
  "deployments:sources:blocks": {
    text: "A deployment can take files from an offsite block backup: from a chosen snapshot, or from the newest one that has all of them.",
    source: "Promise, offsite backups",
  },
  "deployments:sources:folder": {
    text: "A zip whose only top-level folder holds the databases is read as if they were at its root.",
    source: "Promise, compatibility",
  },
  "deployments:sources:offsite": {
    text: "A deployment can take files from a build or backup in an offsite location.",
    source: "Promise, releases",
  },
  "deployments:start:refused": {
    text: "A deployment that is impossible, or that uses something that isn't configured, is rejected without any effect.",
    source: "Promise, releases",
  },
  "deployments:undo:whole": {
    text: "Undoing a deployment restores the files that it replaced, unchanged.",
    source: "Promise, releases",
  },
} as const satisfies RequirementList;
