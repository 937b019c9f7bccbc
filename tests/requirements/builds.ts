import type { RequirementList } from "./requirement.ts";

export const builds = {
  "builds:chain:results": {
    text: "The chained action of a build is called once when the build ends, if the build is ready or the action also runs after failures; its results are stored without secrets.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:compare:console": {
    text: "From the table, a build can be compared with the previous one that shares a file, or with a chosen one: added, removed, and changed files come first.",
    source: "Promise, releases",
  },
  "builds:compare:files": {
    text: "Two builds are compared file by file: added, removed, and changed files, and if the form, size, bytes, or container data differ.",
    source: "Promise, releases",
  },
  "builds:compare:kept": {
    text: "Comparison results are kept with the pair of builds, even after the builds left the outbox and the process expired, and are deleted with the record of either build.",
    source: "Promise, releases",
  },
  "builds:compare:objects": {
    text: "Objects match by UUID regardless of name, otherwise by name or id; attributes that every save changes, and names of referenced objects, don't count as changes.",
    source: "Promise, releases",
  },
  "builds:compare:refused": {
    text: "A build that doesn't exist, is still running, or didn't complete can't be compared; the error names it.",
    source: "Promise, releases",
  },
  "builds:compare:structure": {
    text: "Two builds are compared inside their files: added, removed, changed, and renamed tables, fields, layouts, scripts, value lists, and privilege sets, from the tool's XML of copies.",
    source: "Promise, releases",
  },
  "builds:compare:structure-console": {
    text: "The console's comparison shows differences inside files by kind, with a filter; unreadable files are listed with the reason, and can be opened with another account or key.",
    source: "Promise, releases",
  },
  "builds:compare:structure-refused": {
    text: "Builds without a differing file, and builds no longer in the outbox, can't be compared inside; the error says which.",
    source: "Promise, releases",
  },
  "builds:compare:unreadable": {
    text: "A file that can't be read in both builds is listed with the reason, doesn't hide the others, and can be read with another account or key.",
    source: "Promise, releases",
  },
  "builds:compare:xml": {
    text: "The XML of a file is read in chunks, in UTF-16 and UTF-8; damaged XML is rejected, and if there are very many changes, all are counted and the first ones listed.",
    source: "Promise, releases",
  },
  "builds:console:default-id": {
    text: "A build's form suggests an ID from its first file and the time, and its files are found by typing.",
    source: "Promise, console",
  },
  "builds:console:page": {
    text: "The console has a builds page.",
    source: 'Specification, "What the service does", point 1',
  },
  "builds:download:large": {
    text: "A zip of more than four gigabytes can be downloaded with either form of link, also in ranges, including beyond four gigabytes.",
    source: "Promise, releases",
  },
  "builds:download:link": {
    text: "A build's status has a link that downloads its zip without sign-in, in full or in part, with either form of link.",
    source: "Promise, releases",
  },
  "builds:jit:id": {
    text: "The id of a just-in-time build is 34 characters long.",
    source: 'Specification, "Resources", Other records; Specification, "Limits", just-in-time build id',
  },
  "builds:make:backup-time": {
    text: "BACKUP_FILE_TIMEOUT_IN_SEC sets how long FileMaker Server can take to copy one open file.",
    source: "Promise, releases",
  },
  "builds:make:killed": {
    text: "An agent that is killed at any point of a build leaves the complete build or nothing, and completes the build on its next run.",
    source: "Reliability R7.5, H1",
  },
  "builds:manifest:bounded": {
    text: "The manifest of a build or backup that lists implausibly many files isn't read further.",
    source: "Promise, releases; Security F1",
  },
  "builds:manifest:download-url": {
    text: "A manifest can contain a downloadUrl.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:manifest:download-url-wins": {
    text: "In a manifest fetched from a URL, downloadUrl replaces the derived location of the .build.zip.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:outbox:kept": {
    text: "The outbox keeps the newest builds, up to the setting maxOutboxBuilds.",
    source: "Promise, releases",
  },
  "builds:publish:after": {
    text: "A build is published to its destinations as soon as it is ready, each in a separate process.",
    source: "Promise, releases",
  },
  "builds:publish:file-server": {
    text: "A build is published to a file server in its own folder, which appears once it is complete.",
    source: "Promise, releases",
  },
  "builds:publish:ftp-tls": {
    text: "FTP uses TLS; ftps addresses require a trusted certificate, and plain text requires that the destination allows it.",
    source: "Promise, releases, O2",
  },
  "builds:publish:host-key": {
    text: "A server whose host key differs from the first one seen or from the specified one receives neither account nor files, regardless of how its name is spelled.",
    source: "Promise, releases, O2",
  },
  "builds:publish:offsite": {
    text: "A build is published to a folder of an offsite location, its manifest last; a rejected one leaves nothing there.",
    source: "Promise, releases",
  },
  "builds:publish:refused": {
    text: "A build isn't published to an unknown destination, and a missing build isn't published; if a server rejects it, the error includes the server's message.",
    source: "Promise, releases",
  },
  "builds:publish:replaces": {
    text: "A published build only replaces a build with the same id: anything else at that path, and FileMaker Server's own folders, are rejected before a byte is written.",
    source: "Promise, releases",
  },
  "builds:publish:server": {
    text: "A build is sent to the inbox of another service in parts that resume after a lost connection, and appears completely or not at all.",
    source: "Promise, releases",
  },
  "builds:publish:web-folder": {
    text: "A build is published into the host's web server folder and replaces what was there.",
    source: "Promise, releases",
  },
  "builds:rerun:deleted": {
    text: "A build can be rerun from its record; deleting the record deletes the build.",
    source: "Promise, releases",
  },
  "builds:restart:crashed": {
    text: "After a restart, a build that is in the store but not in the outbox counts as crashed, unless a user deleted it or moved its folder: then its state stays.",
    source: 'Specification, "States and transitions"',
  },
  "builds:scripts:aborted": {
    text: "Aborting a build during its script ends the build and the script immediately.",
    source: "Promise, releases",
  },
  "builds:scripts:before": {
    text: "The build's script runs before the first file is copied; if the build must stop when the script fails, the script has to report success.",
    source: "Promise, releases",
  },
  "builds:settings:ignored": {
    text: "USE_DATABASE_FOLDER_FOR_MIGRATIONS can be false; it has no effect and is logged at startup.",
    source: "Promise, releases",
  },
  "builds:start:credentials": {
    text: "With includeCredentialsInManifest, the manifest contains the build's file credentials.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:start:ignored": {
    text: "A build accepts the options to close or open files, and says that they change nothing.",
    source: "Promise, compatibility",
  },
  "builds:start:no-credentials": {
    text: "Without includeCredentialsInManifest, the manifest contains no file credentials.",
    source: 'Specification, "Resources", Other records',
  },
  "builds:start:operation": {
    text: "An operation starts a build.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "builds:start:refused": {
    text: "A build of missing files, or with options that aren't configured, is rejected without any effect.",
    source: "Promise, releases",
  },
  "builds:start:same-id": {
    text: "A build whose id already exists is rejected; with force, it replaces the existing one.",
    source: "Promise, releases",
  },
  "builds:start:scheduled": {
    text: "A build scheduled for later is listed as scheduled, with the schedule from the start response, and isn't made if its row is deleted.",
    source: 'Promise, schedules; Specification, "Resources", Other records',
  },
  "builds:table:warning": {
    text: "The table of builds marks builds that completed with errors in their log.",
    source: 'Specification, "States and transitions"',
  },
  "builds:zip:hostile": {
    text: "A zip with escaping paths, links, overlapping files, conflicting headers for a file, or excessive expansion is rejected before anything is written.",
    source: "Security F1",
  },
} as const satisfies RequirementList;
