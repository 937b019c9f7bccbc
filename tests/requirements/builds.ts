import type { RequirementList } from "./requirement.ts";

export const builds = {
  "builds:chain:results": {
    text: "What is chained to a build is called once at its end, where it is ready or that is wanted all the same, and its results are kept without secrets.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:compare:console": {
    text: "From the table, a build is compared with the one before it that has a file in common, or with another that is chosen: what was added, removed and changed comes first.",
    source: "Promise, releases",
  },
  "builds:compare:files": {
    text: "Two builds are compared file by file: which were added, removed and changed, and whether in form, size, bytes or container data.",
    source: "Promise, releases",
  },
  "builds:compare:kept": {
    text: "What was compared stays with the pair of builds, also when they have gone from the outbox and the process is no longer kept, and goes with the record of either.",
    source: "Promise, releases",
  },
  "builds:compare:objects": {
    text: "An object is the same by its UUID under any name, else by name or id; what any save changes, and the names of what is referred to, are no change.",
    source: "Promise, releases",
  },
  "builds:compare:refused": {
    text: "A build that is not there, is being made or was not completed is not compared, and is named.",
    source: "Promise, releases",
  },
  "builds:compare:structure": {
    text: "Two builds are compared inside of their files: which tables, fields, layouts, scripts, value lists and privilege sets were added, removed, changed and renamed, from the tool's XML of copies.",
    source: "Promise, releases",
  },
  "builds:compare:structure-console": {
    text: "The comparison in the console shows what differs inside of files by kinds, with a filter; files that could not be read are named with the reason, and are opened with another account or key.",
    source: "Promise, releases",
  },
  "builds:compare:structure-refused": {
    text: "Builds without a file that differs, and builds that are no longer in the outbox, are not compared inside, and it is said which.",
    source: "Promise, releases",
  },
  "builds:compare:unreadable": {
    text: "A file that could not be read in both builds is named with the reason, does not hide the others, and is read with the account or key that is given then.",
    source: "Promise, releases",
  },
  "builds:compare:xml": {
    text: "The XML of a file is read in pieces, in UTF-16 and in UTF-8; one that is damaged is refused, and of very many changes all are counted and the first are named.",
    source: "Promise, releases",
  },
  "builds:console:page": {
    text: "The console has a page for builds.",
    source: 'Specification, "What the service does", point 1',
  },
  "builds:download:large": {
    text: "A zip of more than four gigabytes is fetched by either form of links, in parts too, and goes on behind the fourth.",
    source: "Promise, releases",
  },
  "builds:download:link": {
    text: "A build's status has a link that fetches its zip without a sign-in, whole or in part, by either form of links.",
    source: "Promise, releases",
  },
  "builds:jit:id": {
    text: "A just-in-time build's id is 34 characters long.",
    source: 'Specification, "Resources", Other records; Specification, "Limits", just-in-time build id',
  },
  "builds:make:backup-time": {
    text: "BACKUP_FILE_TIMEOUT_IN_SEC says how long FileMaker Server may take to copy one open file.",
    source: "Promise, releases",
  },
  "builds:make:killed": {
    text: "An agent that dies at any moment of a build leaves the whole of it or nothing, and its next run brings the build to its end.",
    source: "Reliability R7.5, H1",
  },
  "builds:manifest:bounded": {
    text: "A manifest of a build or of a backup with more files than any has is not read further.",
    source: "Promise, releases; Security F1",
  },
  "builds:manifest:download-url": {
    text: "A manifest may hold a downloadUrl.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:manifest:download-url-wins": {
    text: "In a manifest fetched from a URL, downloadUrl takes the place of the calculated location of the .build.zip.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:outbox:kept": {
    text: "The outbox keeps as many builds as the setting maxOutboxBuilds says, the newest ones.",
    source: "Promise, releases",
  },
  "builds:publish:after": {
    text: "A build is brought to the places that were named with it as soon as it is ready, each by a process of its own.",
    source: "Promise, releases",
  },
  "builds:publish:file-server": {
    text: "A build is brought to a server for files, into a folder of its own that is there when it is whole.",
    source: "Promise, releases",
  },
  "builds:publish:ftp-tls": {
    text: "FTP goes over TLS, with an ftps address only with a certificate that is trusted, and in plain text only if the destination allows it.",
    source: "Promise, releases, O2",
  },
  "builds:publish:host-key": {
    text: "A server whose key is another one than it showed first, or than was named, gets neither account nor files, however its name is spelled.",
    source: "Promise, releases, O2",
  },
  "builds:publish:offsite": {
    text: "A build is brought to a folder of an offsite location, its manifest last; what is refused leaves nothing there.",
    source: "Promise, releases",
  },
  "builds:publish:refused": {
    text: "A build is not brought to where nothing is set up, nor one that is not there; a server that refuses it is named with what it said.",
    source: "Promise, releases",
  },
  "builds:publish:replaces": {
    text: "A published build replaces only a build with its id: anything else at its place, and FileMaker Server's own folders, are refused before a byte is written.",
    source: "Promise, releases",
  },
  "builds:publish:server": {
    text: "A build is brought into the inbox of another service, in parts that go on where a connection broke, and is there as a whole or not at all.",
    source: "Promise, releases",
  },
  "builds:publish:web-folder": {
    text: "A build is brought into the folder of the host's web server, in the place of what was there.",
    source: "Promise, releases",
  },
  "builds:rerun:deleted": {
    text: "A build is made again from its record, and deleted with it.",
    source: "Promise, releases",
  },
  "builds:restart:crashed": {
    text: "A build that is in storage and not in the outbox is crashed after a restart, unless a user has deleted it, or moved it away as a folder: then it stays what it was.",
    source: 'Specification, "States and transitions"',
  },
  "builds:scripts:aborted": {
    text: "A build that is aborted while its script runs ends at once, and the script with it.",
    source: "Promise, releases",
  },
  "builds:scripts:before": {
    text: "A script that is named runs before the first file is copied, and a build that stops where it fails needs its proof.",
    source: "Promise, releases",
  },
  "builds:settings:ignored": {
    text: "USE_DATABASE_FOLDER_FOR_MIGRATIONS may be false, which changes nothing and is noted in the log at the start.",
    source: "Promise, releases",
  },
  "builds:start:credentials": {
    text: "With includeCredentialsInManifest the manifest holds the build's file credentials.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:start:no-credentials": {
    text: "Without includeCredentialsInManifest the manifest holds no file credentials.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:start:operation": {
    text: "A build is started by an operation.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "builds:start:refused": {
    text: "A build of what is not there, or that asks for what is not set up, is refused with nothing done.",
    source: "Promise, releases",
  },
  "builds:start:same-id": {
    text: "A build whose id is taken is refused, and with force takes the other one's place.",
    source: "Promise, releases",
  },
  "builds:start:scheduled": {
    text: "A build that is started for later is a row that is scheduled, with the schedule that the start has answered, and is not made once its row is deleted.",
    source: 'Promise, schedules; Specification, "Resources", Other records',
  },
  "builds:table:warning": {
    text: "The table of builds marks a build that completed with errors in its log.",
    source: 'Specification, "States and transitions"',
  },
  "builds:zip:hostile": {
    text: "A zip with names that lead elsewhere, links, files that overlap, two accounts of one file, or bytes that grow beyond measure is refused before anything of it is written.",
    source: "Security F1",
  },
} as const satisfies RequirementList;
