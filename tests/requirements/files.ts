import type { RequirementList } from "./requirement.ts";

export const files = {
  "files:admin-access:removed": {
    text: "An operation removes the admin access from a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:clients:disconnect": {
    text: "A client is disconnected after a grace period, with a message; API sessions are disconnected immediately.",
    source: "Promise, databases and clients",
  },
  "files:clients:listed": {
    text: "All clients connected to FileMaker Server can be listed, or only those that have one file open.",
    source: "Promise, databases and clients",
  },
  "files:clients:message": {
    text: "A message can be sent to a client; sessions without a user don't get one, and the response says so.",
    source: "Promise, databases and clients",
  },
  "files:consistency:checked": {
    text: "An operation checks the consistency of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:console:blast-radius": {
    text: "Before files are closed or paused, the console lists the clients and keys that depend on them, and on a production server it asks for the file's name.",
    source: "Promise, console",
  },
  "files:console:browser": {
    text: "The console has a file browser.",
    source: 'Specification, "What the service does", points 1 and 5',
  },
  "files:console:browser-large": {
    text: "The console scrolls a folder of 100,000 files from first to last, and renders only the visible ones.",
    source: "Promise, console",
  },
  "files:console:clients": {
    text: "The console lists connected clients, sends them messages, and disconnects them.",
    source: "Promise, console",
  },
  "files:console:databases": {
    text: "The console lists the hosted files with the keys that reach them, filtered and sorted by the URL.",
    source: "Promise, console",
  },
  "files:console:file-page": {
    text: "Every file has a page in the console: its FileMaker Server details, its note, and the keys that reach it.",
    source: "Promise, console",
  },
  "files:console:key-from-files": {
    text: "From selected files to a curl command with a new key on the clipboard takes six clicks from the home page.",
    source: "Promise, console",
  },
  "files:console:many": {
    text: "The console sorts and filters ten thousand files without delay.",
    source: "Promise, console",
  },
  "files:console:operations": {
    text: "Every file operation can be started from a file's page in the console: the page lists who depends on the file, stores no password, and links to the run.",
    source: "Promise, console",
  },
  "files:console:palette": {
    text: "The console's search offers actions for a file by its name, and opens the run using only the keyboard.",
    source: "Promise, console",
  },
  "files:console:states": {
    text: "The console opens, closes, pauses, and resumes one or many files, and shows progress and failures.",
    source: "Promise, console",
  },
  "files:console:trash": {
    text: "The console's trash lists deleted files, restores them, under another name if theirs exists, and deletes them permanently.",
    source: "Promise, console",
  },
  "files:console:upload": {
    text: "Files are uploaded in the console by button or drag and drop: several at once, with pause and resume after a reload, and rejected before upload if a name exists.",
    source: "Promise, console",
  },
  "files:databases:account": {
    text: "FileMaker Server is queried in a pooled session of the caller's account, or with the caller's token.",
    source: "Reliability R5.1; Promise, databases and clients",
  },
  "files:databases:listed": {
    text: "Every hosted file is listed with its state, clients, size, encryption, and extended privileges.",
    source: "Promise, databases and clients",
  },
  "files:databases:noted": {
    text: "A hosted file shows if a note exists for it.",
    source: "Promise, databases and clients",
  },
  "files:databases:one": {
    text: "A hosted file can be read by its name, compared like the file names of keys.",
    source: "Promise, databases and clients",
  },
  "files:databases:reached": {
    text: "A hosted file lists the Data API Keys that reach it.",
    source: "Promise, databases and clients",
  },
  "files:databases:refused": {
    text: "A caller without permission, or whose FileMaker Server doesn't respond, gets an error that says so.",
    source: "Promise, databases and clients",
  },
  "files:disk:one-floor": {
    text: "Every task that needs disk space on the host leaves DISK_FLOOR_MB free, or is rejected before it starts.",
    source: "Promise, disk space; Reliability H4",
  },
  "files:disk:space": {
    text: "The free space on the host's disks is reported for each folder, with the minimum that tasks leave free.",
    source: "Promise, disk space",
  },
  "files:disk:unannounced": {
    text: "Data from another server never reduces free space on the host below DISK_FLOOR_MB, even if its length wasn't announced; the task fails with the reason, and its data is deleted.",
    source: "Promise, disk space; Security F1",
  },
  "files:download:closed": {
    text: "A closed file is downloaded from the disk, and never while it is being opened or replaced.",
    source: 'Specification, "Endpoints", notes, downloads; Reliability R8.4',
  },
  "files:download:failed": {
    text: "A failed download says why and leaves nothing behind.",
    source: "Promise, downloads",
  },
  "files:download:live": {
    text: "FileMaker Server itself copies or clones an open file, and no one has to leave it.",
    source: 'Specification, "Endpoints", notes, downloads; Reliability R8.4',
  },
  "files:download:many": {
    text: "Several files are downloaded as a zip, including the external containers of the copies.",
    source: 'Specification, "Versioning", 4.17.0; Promise, downloads',
  },
  "files:download:names": {
    text: "No name leads a download out of its folders, and no token opens another download.",
    source: "Reliability R7.3, F1, F2",
  },
  "files:download:parts": {
    text: "A download is served in full, in ranges, and by HEAD, with an ETag, in bounded memory.",
    source: "Promise, downloads",
  },
  "files:download:refused": {
    text: "A download that isn't possible is rejected before anything starts.",
    source: "Promise, downloads",
  },
  "files:download:room": {
    text: "A download that would leave less free space on the host than the configured minimum isn't started.",
    source: "Promise, disk space",
  },
  "files:download:swept": {
    text: "Files created for a download are deleted when its links expire.",
    source: "Promise, downloads",
  },
  "files:download:xml": {
    text: "Files can be downloaded as XML, each with its own account, and stored in the Documents folder on request.",
    source: 'Specification, "Versioning", 4.17.0',
  },
  "files:encrypt:optional": {
    text: "A file can be encrypted without a shared ID, and again with its current password.",
    source: "Promise, compatibility",
  },
  "files:kiosk:enabled": {
    text: "An operation enables a file's kiosk mode.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:link:default-expiry": {
    text: "A download link expires after 10 minutes by default.",
    source: 'Specification, "Endpoints", notes, download link; Specification, "Limits", download link',
  },
  "files:link:expiry": {
    text: "A download link expires at the requested time.",
    source: 'Specification, "Endpoints", notes; Specification, "Limits", download link',
  },
  "files:link:path-token": {
    text: "A download link can carry its token in the path.",
    source: 'Specification, "Endpoints", notes, download link',
  },
  "files:link:query-token": {
    text: "A download link can carry its token as a query parameter, which is recommended.",
    source: 'Specification, "Endpoints", notes, download link',
  },
  "files:link:revoked": {
    text: "A download link expires with the Admin API Key that created it.",
    source: "Reliability F2; Promise, downloads",
  },
  "files:link:secret": {
    text: "The token of a download link is never logged.",
    source: "Reliability F2, G1",
  },
  "files:long:process-id": {
    text: "Encrypt, decrypt, and other long file operations return a processId.",
    source: 'Specification, "Resources", Other records',
  },
  "files:operations:account": {
    text: "Files on the host are closed and opened with the caller's account.",
    source: "Promise, operations on files",
  },
  "files:operations:all-or-none": {
    text: "An operation on several files applies to all of them or to none.",
    source: "Promise, operations on files",
  },
  "files:operations:forms": {
    text: "An operation replaces its file, or writes its output to another path or into a hosting folder.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, operations on files',
  },
  "files:operations:killed": {
    text: "An agent that is killed at any step leaves every file present, openable, and in a known state, and then continues.",
    source: "Reliability H1, H2, R7.5",
  },
  "files:operations:meanwhile": {
    text: "If a file was opened, written, or replaced while a tool ran, it isn't replaced: the operation is undone.",
    source: "Promise, operations on files; Reliability H2",
  },
  "files:operations:missing": {
    text: "If the agent can check, an operation on a missing file is rejected before a process starts.",
    source: "Promise, operations on files",
  },
  "files:operations:names": {
    text: "No name or path leads an operation out of FileMaker Server's folders, and no argument becomes another option.",
    source: "Security R7.3",
  },
  "files:operations:other-disks": {
    text: "Operations find hosted files in every folder that FileMaker Server names for them, on any disk.",
    source: "Promise, operations on files",
  },
  "files:operations:reopened": {
    text: "Files that an operation closed are open when it ends, also after a failure or abort.",
    source: "Promise, operations on files",
  },
  "files:operations:room": {
    text: "Without enough disk space, an operation is rejected immediately if the agent can check; otherwise it ends before anything is closed, without partial output.",
    source: "Reliability H4",
  },
  "files:operations:secrets": {
    text: "An operation's passwords appear in no log, journal, environment, or response; they appear in argument lists only of the file tools.",
    source: "Security R7.4, C2",
  },
  "files:operations:stored-account": {
    text: "Administrators name a key, and its stored account opens the files of an operation.",
    source: "Promise, operations on files",
  },
  "files:operations:tried": {
    text: "Accounts and encryption passwords are tried on a copy before anything is closed.",
    source: "Promise, operations on files",
  },
  "files:operations:write-access": {
    text: "An operation that can't write its result is rejected before anything is closed, with the folder and what to do; the agent's report and doctor name the same folders.",
    source: "Reliability H4",
  },
  "files:patch:aborted": {
    text: "Aborting a patch process leaves every file as it was before.",
    source: "Promise, patches",
  },
  "files:patch:backed-up": {
    text: "A patch is applied after the target file is closed and backed up.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:in-order": {
    text: "Several patch files are applied in order.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:killed": {
    text: "An agent that is killed at any step of a patch leaves every file present, openable, and in a known state, and finishes after its restart.",
    source: "Security H1, H2; Reliability R7.5",
  },
  "files:patch:otto": {
    text: "Patches can be sent in the body of OttoFMS, and are applied in their order.",
    source: "https://docs.ottomatic.cloud/docs/ottofms-api/filemaker-files/PostOttoApiFmFileApplyPatch",
  },
  "files:patch:refused": {
    text: "An impossible patch request is rejected before anything is touched; one whose agent is offline waits.",
    source: "Promise, patches",
  },
  "files:patch:reopened": {
    text: "The file is opened again after patching.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:reverted": {
    text: "If any patch fails, the file is restored from its backup.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:room": {
    text: "Patches that the disk has no space for are rejected before any file is closed.",
    source: "Security H4",
  },
  "files:patch:secrets": {
    text: "Passwords of patched files appear in no log, journal, or stored item.",
    source: "Security C2, R7.4",
  },
  "files:patch:tool-log": {
    text: "The upgrade tool's log can be downloaded from the process.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:version": {
    text: "Patches require a database server of version 26 or later.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch; Specification, "Versioning", 4.18.0',
  },
  "files:recover:run": {
    text: "An operation recovers a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:removed:swept": {
    text: "Files that FileMaker Server removed are deleted after the configured number of days, never without that setting; nothing else is deleted.",
    source: "Promise, settings; reference, PATCH /svc/api/settings",
  },
  "files:rename:exchanged": {
    text: "One or many files can be renamed, moved, or copied with their external containers; names can be swapped.",
    source: "Promise, operations on files",
  },
  "files:rename:references": {
    text: "FMDeveloperTool updates the references between copies under other names.",
    source: "Promise, operations on files",
  },
  "files:rename:waits": {
    text: "A rename responds when it ends, with its result, as long as the connection allows; with Prefer: respond-async it responds immediately.",
    source: "Promise, files",
  },
  "files:self-contained:copied": {
    text: "An operation copies a file as self-contained.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:state:all-or-none": {
    text: "Nothing is done to any file unless all of them exist and are in a state that allows it.",
    source: "Promise, databases and clients",
  },
  "files:state:closed": {
    text: "Files can be closed with a message and a grace period, or by force.",
    source: "Promise, databases and clients",
  },
  "files:state:each-reported": {
    text: "The result for each file is always reported.",
    source: "Promise, databases and clients",
  },
  "files:state:opened": {
    text: "Files can be opened, encrypted ones with their password.",
    source: "Promise, databases and clients",
  },
  "files:state:paused": {
    text: "Files can be paused and resumed.",
    source: "Promise, databases and clients",
  },
  "files:state:refused": {
    text: "An impossible request is rejected before anything changes.",
    source: "Promise, databases and clients",
  },
  "files:state:timeout": {
    text: "A response waits 20 seconds for files to open or close, or as long as FMSADMIN_TIMEOUT_IN_SEC says.",
    source: 'Specification, "Limits", fmsadmin commands',
  },
  "files:trash:browsed": {
    text: "Files deleted in the file browser go to the same trash: listed with their origin, restored to it, and kept for the same time.",
    source: "Promise, trash; Promise, file browser",
  },
  "files:trash:deleted": {
    text: "A process closes a hosted file and moves it to the trash with its containers.",
    source: "Promise, trash",
  },
  "files:trash:emptied": {
    text: "One request empties the trash up to a time that the caller specifies: what the host refuses is named and the rest is deleted, and if emptying takes long, the response says that there is more.",
    source: "Promise, trash",
  },
  "files:trash:for-good": {
    text: "A file in the trash is deleted permanently on request or when its retention ends.",
    source: "Promise, trash",
  },
  "files:trash:listed": {
    text: "Deleted files are listed newest first, with stable ids.",
    source: "Promise, trash",
  },
  "files:trash:names": {
    text: "No name or id leads the trash operations out of their folders.",
    source: "Reliability R7.3, F1; Promise, trash",
  },
  "files:trash:refused": {
    text: "Nothing is deleted unless every file exists, and a file that can't be moved is opened again.",
    source: "Promise, trash",
  },
  "files:trash:repeated": {
    text: "An interrupted deletion continues where it stopped, and one that waits for the agent says so.",
    source: "Reliability R6.2, R7.5; Promise, trash",
  },
  "files:trash:restored": {
    text: "A deleted file is restored to its original location, under another name if its name exists; nothing is replaced.",
    source: "Promise, trash",
  },
  "files:trash:write-access": {
    text: "A file isn't closed for deletion if the agent can't move it to the trash; the process names the folder and what to do.",
    source: "Promise, the host agent",
  },
  "files:upload:addresses": {
    text: "A part's address accepts one PUT of exactly that part, until it expires or the upload is completed or deleted.",
    source: "Promise, large uploads",
  },
  "files:upload:backpressure": {
    text: "A stored upload streams to FileMaker Server as fast as FileMaker Server reads it, in bounded memory, and stops when the caller disconnects.",
    source: "Reliability R4.5; Promise, large uploads",
  },
  "files:upload:begun": {
    text: "POST /svc/api/uploads returns an id and an address for each part, in the same form on one machine and on AWS.",
    source: "Promise, large uploads",
  },
  "files:upload:completed": {
    text: "An upload can be used once all its parts arrived and it was completed; from then on, its bytes can't change.",
    source: "Promise, large uploads",
  },
  "files:upload:deleted": {
    text: "A canceled upload is deleted with its bytes.",
    source: "Promise, large uploads",
  },
  "files:upload:expired": {
    text: "Uploads that aren't used within 24 hours are deleted with their bytes.",
    source: "Promise, large uploads",
  },
  "files:upload:guide": {
    text: "The examples of the large-uploads guide work unchanged, on both sets of adapters.",
    source: "Promise, guides",
  },
  "files:upload:kept": {
    text: "An upload that FileMaker Server didn't accept is kept, and sent again only if that is safe.",
    source: "Reliability R5.4; Promise, large uploads",
  },
  "files:upload:limits": {
    text: "Each upload, and all uploads of a key together, have a maximum size, so that no key fills the store.",
    source: "Promise, large uploads",
  },
  "files:upload:pointer": {
    text: "A request that is too large for AWS is rejected with 413 and a pointer to uploads.",
    source: "Promise, large uploads",
  },
  "files:upload:private": {
    text: "An upload belongs to its key: for any other key, it doesn't exist.",
    source: "Promise, large uploads",
  },
  "files:upload:resumed": {
    text: "An interrupted upload continues with the missing parts.",
    source: "Promise, large uploads",
  },
  "files:upload:taken": {
    text: "A container request with X-Svc-Upload and no body sends the stored file with its name and type.",
    source: "Promise, large uploads",
  },
  "files:uuid:reset": {
    text: "An operation resets a file's UUID.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:xml:account": {
    text: "A caller can save a file as XML with an account that opens it, without an administrator credential.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, downloads',
  },
  "files:xml:account-limits": {
    text: "Guesses at a file's account through save-as-xml are counted, limited, and audited like anywhere else.",
    source: "Security L1; Promise, rate limits",
  },
  "files:xml:account-refused": {
    text: "An account that doesn't open the file always gets the same answer, regardless of the cause, and no process starts.",
    source: "Promise, downloads; Security L1",
  },
  "files:xml:saved": {
    text: "A file is saved as XML without anyone leaving it; the response is a download token, and the XML is stored in the Documents folder on request.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, downloads',
  },
  "files:xml:waits": {
    text: "save-as-xml responds when the XML is ready, or with the error.",
    source: "Promise, files",
  },
} as const satisfies RequirementList;
