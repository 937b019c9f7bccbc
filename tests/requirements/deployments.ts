import type { RequirementList } from "./requirement.ts";

export const deployments = {
  "deployments:abort:late": {
    text: "A deployment that has begun to replace files is not aborted, and says so.",
    source: "Promise, releases",
  },
  "deployments:abort:running": {
    text: "POST /svc/api/deployment/abort with a JSON object aborts the running deployment.",
    source: 'Specification, "Endpoints", POST /svc/api/deployment/abort',
  },
  "deployments:abort:undone": {
    text: "A deployment that is aborted before files are replaced puts everything back, its files open.",
    source: "Promise, releases",
  },
  "deployments:backup:retries": {
    text: "The backup of a locked file is retried up to 3 times.",
    source: 'Specification, "Limits", deployment file backup',
  },
  "deployments:backups:most": {
    text: "As many deployments keep what they have replaced as the setting maxDeploymentBackups says.",
    source: "Promise, releases",
  },
  "deployments:chain:results": {
    text: "What is chained to a deployment is called once at its end, where it was successful or that is wanted all the same, and its results are kept without secrets.",
    source: "Promise, releases",
  },
  "deployments:configs:put": {
    text: "Notes, webhooks and MCP servers that were asked for go along in a build's manifest, without the secrets of senders, and a deployment puts them onto the files that it makes of it; what another file has stays that file's, and the deployment says so.",
    source: "Promise, releases",
  },
  "deployments:configs:senders": {
    text: "A deployment or an import doesn't change unsaid who can send events to an existing webhook: a build leaves verification, allowed addresses, the rule for duplicates and the state as they are, and the plan and the end name each difference; an import warns.",
    source: "Promise, roles",
  },
  "deployments:console:actions": {
    text: "In the console a deployment is aborted, run again, resumed after a crash, undone in one of its parts alone, and deleted.",
    source: "Promise, console",
  },
  "deployments:console:build-options": {
    text: "In the console a build that is made just in time is given all that a deployment may ask of it; what is missing is named where it is asked for.",
    source: "Promise, console",
  },
  "deployments:console:chain": {
    text: "In the console a deployment is given what is called at its end; what is missing, and JSON that is none, is named where it is asked for.",
    source: "Promise, console",
  },
  "deployments:console:closed": {
    text: "The page of a running deployment shows how long files are closed, and who is connected to them.",
    source: "Promise, console",
  },
  "deployments:console:durations": {
    text: "The successful runs of a deployment's name are shown with how long they took, and how long files were closed.",
    source: "Promise, console",
  },
  "deployments:console:form": {
    text: "In the console a deployment is described step by step, planned, and rehearsed or started; what is missing is named where it is asked for.",
    source: "Promise, console",
  },
  "deployments:console:home": {
    text: "Home shows the last deployment with what came of it, and what is scheduled next.",
    source: "Promise, releases",
  },
  "deployments:console:page": {
    text: "The console has a page for deployments.",
    source: 'Specification, "What the service does", point 1',
  },
  "deployments:console:recipes": {
    text: "In the console a deployment of several parts is kept as a recipe with its secrets, changed, planned and run from there, duplicated, scheduled and deleted.",
    source: "Promise, console",
  },
  "deployments:console:undo": {
    text: "In the console a deployment is undone in two clicks, after it was said what will be missing and who is disconnected.",
    source: "Promise, console",
  },
  "deployments:debug:zip": {
    text: "All that is known of a part of a deployment is downloaded as one zip, which holds no secret and names what could not be had.",
    source: "Promise, releases",
  },
  "deployments:delete:kept": {
    text: "Deleting a deployment deletes the files that it has kept, and nothing else.",
    source: "Promise, releases",
  },
  "deployments:faults:disk": {
    text: "A disk that fills at any step of a build or of a deployment ends it with what happened, in what state the files are and what to do: up to the opening of the new files with every file as it was and open, and behind it with the new ones in their places.",
    source: "Reliability R7.5, H4",
  },
  "deployments:faults:journal": {
    text: "A disk that is full where the agent keeps its journal holds a deployment up; when it has space again, the deployment goes on to its end.",
    source: "Reliability R7.5, H4",
  },
  "deployments:faults:migration": {
    text: "A migration that fails, is ended by the system or finds its disk full fails its deployment with what happened, in what state the files are and what to do.",
    source: "Promise, releases",
  },
  "deployments:faults:not-called": {
    text: "A deployment whose source is at an address that the service never calls, such as one of its own machine, fails at once, says why and what to do instead, and is not tried again.",
    source: "Promise, releases",
  },
  "deployments:faults:people": {
    text: "People see the message of a deployment that closes their file; where they stay, it fails with every file open as before.",
    source: "Promise, releases",
  },
  "deployments:faults:source": {
    text: "A deployment whose source is away fails with no file touched, and says so.",
    source: "Promise, releases",
  },
  "deployments:get:request": {
    text: "A deployment that is read says what was asked for beside its parts, and is duplicated with it: whether the remaining parts are left out after a failure, and what is called at its end.",
    source: "Promise, releases",
  },
  "deployments:inbox:kept": {
    text: "A build that was fetched for a deployment which failed stays in the inbox for 48 hours, and is taken from there by the next one.",
    source: "Promise, releases",
  },
  "deployments:jit:settings": {
    text: "A build that was made for one deployment stays with KEEPJIT, and is waited for as long as JIT_BUILD_TIMEOUT_IN_SEC says.",
    source: "Promise, releases",
  },
  "deployments:parts:at-once": {
    text: "What waits for its turn to build or deploy goes on as soon as the one before it is at its end.",
    source: "Promise, releases",
  },
  "deployments:parts:closed": {
    text: "A file that a later part of a deployment needs stays closed between them, and is open at the end even where that part fails.",
    source: "Promise, releases",
  },
  "deployments:parts:left-out": {
    text: "With abortRemaining the parts behind one that fails are left out; without, they run.",
    source: "Promise, releases",
  },
  "deployments:plan:findings": {
    text: "A plan of a deployment names what would speak against it, errors before warnings, and begins nothing.",
    source: "Promise, releases",
  },
  "deployments:plan:just-in-time": {
    text: "A plan asks the server that is to make a build just in time whether it answers and takes the credential, and begins nothing there.",
    source: "Promise, releases",
  },
  "deployments:plan:rehearsal": {
    text: "A rehearsal fetches and migrates on copies with every file open, and the next plan uses its figures.",
    source: "Promise, releases",
  },
  "deployments:plan:size-unknown": {
    text: "A plan says that the size of its source is unknown where nothing announces it, and counts as much as the files that are replaced.",
    source: "Promise, disk space",
  },
  "deployments:push:aborted": {
    text: "The end of a deployment deletes what was pushed for it and not used.",
    source: "Promise, releases",
  },
  "deployments:push:address": {
    text: "An address that a build is pushed to is signed, for one upload, and ends.",
    source: "Promise, releases, F2",
  },
  "deployments:push:brought": {
    text: "A build whose source says pushBuild is brought by the other server to an address that takes this one zip: what breaks off goes on where it stopped, and the address takes nothing once the deployment has it.",
    source: "Promise, releases, F2",
  },
  "deployments:push:fallback": {
    text: "A build that the other server cannot bring, or brings with another SHA-256 than it has announced, is fetched, and the log says why.",
    source: "Promise, releases",
  },
  "deployments:recipes:changed": {
    text: "A recipe is changed, with the secrets whose masks are sent back unchanged, and only as it was read where the version is sent.",
    source: "Promise, releases",
  },
  "deployments:recipes:kept": {
    text: "A deployment is kept as a recipe: its secrets lie sealed, and no answer shows them.",
    source: "Promise, releases",
  },
  "deployments:recipes:masks": {
    text: "A mask in a request stands for the secret of the recipe or deployment that is named, for the same server, account and file alone.",
    source: "Promise, releases",
  },
  "deployments:recipes:refused": {
    text: "A recipe of what could never be started is refused.",
    source: "Promise, releases",
  },
  "deployments:recipes:run": {
    text: "A recipe is run, rehearsed, run again and started for later, and its runs name it.",
    source: "Promise, releases",
  },
  "deployments:recipes:scheduled": {
    text: "A schedule runs a recipe as it is when the moment comes, and keeps it from being deleted.",
    source: "Promise, releases",
  },
  "deployments:rename:names": {
    text: "Deployments and their parts are renamed, and listed as wholes and as parts.",
    source: "Promise, releases",
  },
  "deployments:rerun:again": {
    text: "A deployment, or one part of it, is run again with all that it was asked with.",
    source: "Promise, releases",
  },
  "deployments:resume:crashed": {
    text: "A part that has crashed is resumed under its own number; another is not.",
    source: "Promise, releases",
  },
  "deployments:run:addresses": {
    text: "A build is deployed from the address of its zip or of its manifest, and files from addresses of their own.",
    source: "Promise, releases",
  },
  "deployments:run:build": {
    text: "Builds are deployed.",
    source: 'Specification, "What the service does", point 5',
  },
  "deployments:run:closed-late": {
    text: "Files are closed once everything is fetched, whatever `closeFilesAfterBuild` says, and what it says is kept.",
    source: "Promise, releases",
  },
  "deployments:run:containers": {
    text: "Container data goes along where that is asked for, and back with an undo.",
    source: "Promise, releases",
  },
  "deployments:run:encrypted": {
    text: "An encrypted file is migrated with its key, and opened with it.",
    source: "Promise, releases",
  },
  "deployments:run:failed": {
    text: "A deployment that fails says what happened, with every file as it was and open.",
    source: "Promise, releases",
  },
  "deployments:run:just-in-time": {
    text: "A deployment has its source make a build just in time, and delete it after use.",
    source: "Promise, releases",
  },
  "deployments:run:killed": {
    text: "An agent that dies at any moment of a deployment or of its undo leaves each file whole, and its next run brings all of them to their end, or puts all back.",
    source: "Reliability R7.5, H1",
  },
  "deployments:run:local": {
    text: "Files of this host are deployed, hosted ones and those of a folder, under other names too.",
    source: "Promise, releases",
  },
  "deployments:run:many": {
    text: "Forty files are deployed at once, ten migrations at a time, whatever their names are written in.",
    source: "Promise, releases",
  },
  "deployments:run:options": {
    text: "FMDataMigration gets the options that were asked for, and no others.",
    source: "Promise, releases",
  },
  "deployments:run:own-server": {
    text: "A server deploys to itself: under other names by a build just in time, and under the same ones from a build that is ready.",
    source: "Promise, releases",
  },
  "deployments:run:regex": {
    text: "A regular expression makes the names of targets out of those in the source; one that is none is refused.",
    source: "Promise, releases",
  },
  "deployments:scripts:decisive": {
    text: "A script that decides, and does not prove that it has succeeded, fails its deployment, with every file as it was.",
    source: "Promise, releases",
  },
  "deployments:scripts:of-build": {
    text: "Scripts that a build names in its manifest run with its deployment, where that names none of its own.",
    source: "Promise, releases",
  },
  "deployments:scripts:run": {
    text: "Scripts run before files close and after they have opened; what they leave undone is noted where they decide nothing.",
    source: "Promise, releases",
  },
  "deployments:sources:blocks": {
    text: "A deployment takes files from an offsite backup in blocks: from a chosen snapshot, or from the newest that has all of them.",
    source: "Promise, offsite backups",
  },
  "deployments:sources:offsite": {
    text: "A deployment takes files from a build or a backup in an offsite location.",
    source: "Promise, releases",
  },
  "deployments:start:refused": {
    text: "A deployment that cannot be, or that asks for what is not set up, is refused with nothing done.",
    source: "Promise, releases",
  },
  "deployments:undo:whole": {
    text: "Undoing a deployment puts back the files that it has replaced, as they were.",
    source: "Promise, releases",
  },
} as const satisfies RequirementList;
