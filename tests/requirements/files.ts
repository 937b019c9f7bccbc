import type { RequirementList } from "./requirement.ts";

export const files = {
  "files:admin-access:removed": {
    text: "An operation removes the admin access of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:clients:disconnect": {
    text: "A client is disconnected after a time of grace, with a message; sessions of an API at once.",
    source: "Promise, databases and clients",
  },
  "files:clients:listed": {
    text: "Everybody who is connected to FileMaker Server is listed, or those who have one file open.",
    source: "Promise, databases and clients",
  },
  "files:clients:message": {
    text: "A message is shown to a client; a session without a user gets none, and the answer says so.",
    source: "Promise, databases and clients",
  },
  "files:consistency:checked": {
    text: "An operation checks the consistency of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:console:blast-radius": {
    text: "Before files are closed or paused, the console names the clients and keys that depend on them, and on a production server it asks for the file's name.",
    source: "Promise, console",
  },
  "files:console:browser": {
    text: "The console has a file browser.",
    source: 'Specification, "What the service does", points 1 and 5',
  },
  "files:console:browser-large": {
    text: "A folder of 100,000 files is scrolled from its first to its last in the console, which draws the visible ones.",
    source: "Promise, console",
  },
  "files:console:clients": {
    text: "The console lists who is connected, sends messages and disconnects.",
    source: "Promise, console",
  },
  "files:console:databases": {
    text: "The console lists the hosted files with what reaches them, filtered and sorted by its address.",
    source: "Promise, console",
  },
  "files:console:file-page": {
    text: "Every file has a page in the console: what FileMaker Server says of it, its note, the keys that reach it.",
    source: "Promise, console",
  },
  "files:console:key-from-files": {
    text: "From ticked files to a curl with a new key in the clipboard takes six clicks from Home.",
    source: "Promise, console",
  },
  "files:console:many": {
    text: "Ten thousand files are sorted and filtered in the console without a wait.",
    source: "Promise, console",
  },
  "files:console:operations": {
    text: "Every file operation is started in the console from a file's page: it names who depends on the file, keeps no password, and leads to the run.",
    source: "Promise, console",
  },
  "files:console:palette": {
    text: "The console's search offers what can be done with a file by its name, and leads to the run by the keyboard alone.",
    source: "Promise, console",
  },
  "files:console:states": {
    text: "The console opens, closes, pauses and resumes files, one or many, says how far it is and what did not go as asked.",
    source: "Promise, console",
  },
  "files:console:trash": {
    text: "The console's trash lists deleted files, puts them back, under another name where theirs is taken, and deletes them for good.",
    source: "Promise, console",
  },
  "files:console:upload": {
    text: "Files are uploaded in the console by button and by drop: several at once, paused, gone on with after a reload, and refused before their bytes come where a name is taken.",
    source: "Promise, console",
  },
  "files:databases:account": {
    text: "FileMaker Server is asked in a pooled session of the account that calls, or with its token.",
    source: "Reliability R5.1; Promise, databases and clients",
  },
  "files:databases:listed": {
    text: "Every hosted file is listed with its state, clients, size, encryption and extended privileges.",
    source: "Promise, databases and clients",
  },
  "files:databases:noted": {
    text: "A hosted file says whether people have written a note about it.",
    source: "Promise, databases and clients",
  },
  "files:databases:one": {
    text: "One hosted file is read by its name, as keys match file names.",
    source: "Promise, databases and clients",
  },
  "files:databases:reached": {
    text: "A hosted file names the Data API Keys that reach it.",
    source: "Promise, databases and clients",
  },
  "files:databases:refused": {
    text: "A caller who may not ask, and one whose FileMaker Server does not answer, gets an answer that says so.",
    source: "Promise, databases and clients",
  },
  "files:disk:one-floor": {
    text: "Whatever needs space on a disk of the host leaves DISK_FLOOR_MB free there, and is otherwise refused before anything is begun.",
    source: "Promise, disk space; Reliability H4",
  },
  "files:disk:space": {
    text: "The free space on the database host's disks is reported for each of its folders, with the minimum that work leaves free.",
    source: "Promise, disk space",
  },
  "files:disk:unannounced": {
    text: "Bytes that come from another server never leave less than DISK_FLOOR_MB free on a disk of the host, whether their length was announced or not; the work ends with the reason, and what came is deleted.",
    source: "Promise, disk space; Security F1",
  },
  "files:download:closed": {
    text: "A closed file is downloaded as it lies on the disk, and never while it is opened or replaced.",
    source: 'Specification, "Endpoints", notes, downloads; Reliability R8.4',
  },
  "files:download:failed": {
    text: "A download that cannot be made says why and leaves nothing behind.",
    source: "Promise, downloads",
  },
  "files:download:live": {
    text: "An open file is copied, or cloned, by FileMaker Server itself, and nobody has to leave it.",
    source: 'Specification, "Endpoints", notes, downloads; Reliability R8.4',
  },
  "files:download:many": {
    text: "Several files are downloaded as a zip, with the containers that copies keep outside of themselves.",
    source: 'Specification, "Versioning", 4.17.0; Promise, downloads',
  },
  "files:download:names": {
    text: "No name leads a download out of its folders, and no token opens another one.",
    source: "Reliability R7.3, F1, F2",
  },
  "files:download:parts": {
    text: "A download is sent whole, in ranges and by HEAD, with an ETag, in bounded memory.",
    source: "Promise, downloads",
  },
  "files:download:refused": {
    text: "What cannot be downloaded is refused before anything is begun.",
    source: "Promise, downloads",
  },
  "files:download:room": {
    text: "Nothing is begun that would leave less free on the host's disk than the floor that is set.",
    source: "Promise, disk space",
  },
  "files:download:swept": {
    text: "What was made for a download is deleted when its links are over.",
    source: "Promise, downloads",
  },
  "files:download:xml": {
    text: "Files are downloaded as XML, each with its own account, and kept among the documents where that is asked for.",
    source: 'Specification, "Versioning", 4.17.0',
  },
  "files:kiosk:enabled": {
    text: "An operation enables the kiosk mode of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:link:default-expiry": {
    text: "A download link ends after 10 minutes unless the call says otherwise.",
    source: 'Specification, "Endpoints", notes, download link; Specification, "Limits", download link',
  },
  "files:link:expiry": {
    text: "A download link ends when the call said it would.",
    source: 'Specification, "Endpoints", notes; Specification, "Limits", download link',
  },
  "files:link:path-token": {
    text: "A download link may carry its token in the path.",
    source: 'Specification, "Endpoints", notes, download link',
  },
  "files:link:query-token": {
    text: "A download link may carry its token as a query parameter, the recommended way.",
    source: 'Specification, "Endpoints", notes, download link',
  },
  "files:link:revoked": {
    text: "A download link ends with the Admin API Key that made it.",
    source: "Reliability F2; Promise, downloads",
  },
  "files:link:secret": {
    text: "No token of a download link gets into a log.",
    source: "Reliability F2, G1",
  },
  "files:long:process-id": {
    text: "Encrypt, decrypt and other long operations on files answer with a processId.",
    source: 'Specification, "Resources", Other records',
  },
  "files:operations:account": {
    text: "Who closes and opens files on the host is the account that asked.",
    source: "Promise, operations on files",
  },
  "files:operations:all-or-none": {
    text: "An operation on many files is done to all of them, or to none.",
    source: "Promise, operations on files",
  },
  "files:operations:forms": {
    text: "An operation takes the place of its file, or puts its outcome at another path or into a hosting folder.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, operations on files',
  },
  "files:operations:killed": {
    text: "An agent that is killed at any step leaves every file present, openable and in one known state, and goes on.",
    source: "Reliability H1, H2, R7.5",
  },
  "files:operations:meanwhile": {
    text: "A file that was opened, written or put in its place while a tool worked is not replaced: the operation is undone.",
    source: "Promise, operations on files; Reliability H2",
  },
  "files:operations:missing": {
    text: "An operation on a file that is not there is refused before a process begins, where the agent can look.",
    source: "Promise, operations on files",
  },
  "files:operations:names": {
    text: "No name and no path leads an operation out of the folders of FileMaker Server, nor an argument into another option.",
    source: "Security R7.3",
  },
  "files:operations:reopened": {
    text: "What an operation has closed is open at its end, also when it fails or is aborted.",
    source: "Promise, operations on files",
  },
  "files:operations:room": {
    text: "An operation without space on the disk is refused at once where the agent can look, and otherwise ends before anything is closed, with nothing half-written.",
    source: "Reliability H4",
  },
  "files:operations:secrets": {
    text: "Passwords of an operation appear in no log, journal, environment or answer; in argument lists only of the file tools.",
    source: "Security R7.4, C2",
  },
  "files:patch:aborted": {
    text: "A patch process that is aborted leaves every file as it was before.",
    source: "Promise, patches",
  },
  "files:patch:backed-up": {
    text: "A patch is applied after the target file was closed and backed up.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:in-order": {
    text: "Several patch files are applied in order.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:killed": {
    text: "An agent that is killed at any step of a patch leaves every file there, openable and in one known state, and its next life ends the work.",
    source: "Security H1, H2; Reliability R7.5",
  },
  "files:patch:refused": {
    text: "A patch call that cannot be done is refused before anything is touched; one whose agent is away waits.",
    source: "Promise, patches",
  },
  "files:patch:reopened": {
    text: "The file is open again after its patches.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:reverted": {
    text: "The file is its backup again when any patch fails.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:room": {
    text: "Patches for which the disk has no space are refused before any file is closed.",
    source: "Security H4",
  },
  "files:patch:secrets": {
    text: "Passwords of patched files are in no log, no journal and no stored item.",
    source: "Security C2, R7.4",
  },
  "files:patch:tool-log": {
    text: "The log of the upgrade tool can be downloaded from the process.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "files:patch:version": {
    text: "Patches need a database server of version 26 or later.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch; Specification, "Versioning", 4.18.0',
  },
  "files:recover:run": {
    text: "An operation recovers a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:removed:swept": {
    text: "What FileMaker Server has removed is deleted after as many days as the setting says, and never without it; nothing else is.",
    source: "Promise, settings; reference, PATCH /svc/api/settings",
  },
  "files:rename:exchanged": {
    text: "Files are renamed, moved or copied, one or many, with what they store outside of themselves; names may be exchanged.",
    source: "Promise, operations on files",
  },
  "files:rename:references": {
    text: "Copies under other names have their references to each other updated by FMDeveloperTool.",
    source: "Promise, operations on files",
  },
  "files:rename:waits": {
    text: "A rename is answered at its end, with how it ended, as long as the connection may wait; with Prefer: respond-async at once.",
    source: "Promise, files",
  },
  "files:self-contained:copied": {
    text: "An operation copies a file as self-contained.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:state:all-or-none": {
    text: "Nothing is done to any file unless all of them are known and in a state that allows it.",
    source: "Promise, databases and clients",
  },
  "files:state:closed": {
    text: "Files are closed with a message and a time of grace, or by force.",
    source: "Promise, databases and clients",
  },
  "files:state:each-reported": {
    text: "The outcome for each file is reported, whatever happens on the way.",
    source: "Promise, databases and clients",
  },
  "files:state:opened": {
    text: "Files are opened, encrypted ones with their password.",
    source: "Promise, databases and clients",
  },
  "files:state:paused": {
    text: "Files are paused and go on.",
    source: "Promise, databases and clients",
  },
  "files:state:refused": {
    text: "What cannot be done is refused before anything is.",
    source: "Promise, databases and clients",
  },
  "files:state:timeout": {
    text: "An answer waits 20 seconds for files that open or close, or as long as FMSADMIN_TIMEOUT_IN_SEC says.",
    source: 'Specification, "Limits", fmsadmin commands',
  },
  "files:trash:browsed": {
    text: "What is deleted in the file browser goes to the same trash: listed with where it was, restored to there, kept for as long.",
    source: "Promise, trash; Promise, file browser",
  },
  "files:trash:deleted": {
    text: "A hosted file is closed and moved into the trash with its containers, by a process.",
    source: "Promise, trash",
  },
  "files:trash:emptied": {
    text: "The trash is emptied by one call, up to the moment that the caller names: what the host refuses is named and the rest goes, and a trash that takes long says that there is more.",
    source: "Promise, trash",
  },
  "files:trash:for-good": {
    text: "A file in the trash is deleted for good, on request or when its time is over.",
    source: "Promise, trash",
  },
  "files:trash:listed": {
    text: "Deleted files are listed, newest first, under ids that stay.",
    source: "Promise, trash",
  },
  "files:trash:names": {
    text: "No name or id leads the trash out of its folders.",
    source: "Reliability R7.3, F1; Promise, trash",
  },
  "files:trash:refused": {
    text: "Nothing is deleted unless every file is known, and a file that cannot be moved is opened again.",
    source: "Promise, trash",
  },
  "files:trash:repeated": {
    text: "A deletion that was cut off goes on where it was, and one that waits for the agent says so.",
    source: "Reliability R6.2, R7.5; Promise, trash",
  },
  "files:trash:restored": {
    text: "A deleted file comes back where it was, and where its name is taken under another one; nothing is replaced.",
    source: "Promise, trash",
  },
  "files:upload:addresses": {
    text: "A part's address takes one PUT of exactly that part, until it expires, the upload is complete or it is gone.",
    source: "Promise, large uploads",
  },
  "files:upload:backpressure": {
    text: "A stored upload streams to FileMaker Server as fast as it is taken there, in bounded memory, and no further when the caller leaves.",
    source: "Reliability R4.5; Promise, large uploads",
  },
  "files:upload:begun": {
    text: "POST /svc/api/uploads answers an id and an address for each part, of one shape on one machine and on AWS.",
    source: "Promise, large uploads",
  },
  "files:upload:completed": {
    text: "An upload can be taken once all its parts are there and it was completed, and its bytes cannot change from then on.",
    source: "Promise, large uploads",
  },
  "files:upload:deleted": {
    text: "An upload that is given up is gone with its bytes.",
    source: "Promise, large uploads",
  },
  "files:upload:expired": {
    text: "Uploads that nobody took within 24 hours are gone with their bytes.",
    source: "Promise, large uploads",
  },
  "files:upload:guide": {
    text: "The examples of the guide to large uploads work as they stand, on the adapters of both ways of running.",
    source: "Promise, guides",
  },
  "files:upload:kept": {
    text: "An upload that FileMaker Server did not take stays, and is sent again only where that is safe.",
    source: "Reliability R5.4; Promise, large uploads",
  },
  "files:upload:limits": {
    text: "An upload has a largest size, and a key's uploads together have one, so that no key fills the store.",
    source: "Promise, large uploads",
  },
  "files:upload:pointer": {
    text: "A call that is too large for AWS is refused with 413 and a pointer to uploads.",
    source: "Promise, large uploads",
  },
  "files:upload:private": {
    text: "An upload belongs to its key: to any other key it does not exist.",
    source: "Promise, large uploads",
  },
  "files:upload:resumed": {
    text: "A broken upload goes on with the parts that are missing.",
    source: "Promise, large uploads",
  },
  "files:upload:taken": {
    text: "A container call with X-Svc-Upload and no body sends the stored file, under its own name and type.",
    source: "Promise, large uploads",
  },
  "files:uuid:reset": {
    text: "An operation resets the UUID of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
  },
  "files:xml:account": {
    text: "A file is saved as XML for a caller with an account that opens it, with no credential of an administrator.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, downloads',
  },
  "files:xml:account-limits": {
    text: "Guesses at a file's account by saving it as XML are counted, limited and audited as everywhere else.",
    source: "Security L1; Promise, rate limits",
  },
  "files:xml:account-refused": {
    text: "An account that does not open the file gets one answer, whatever the reason, and no process begins.",
    source: "Promise, downloads; Security L1",
  },
  "files:xml:saved": {
    text: "A file is saved as XML with nobody leaving it, answered with the token of a download, and kept among the documents where that is asked for.",
    source: 'Specification, "Endpoints", notes, other operations; Promise, downloads',
  },
  "files:xml:waits": {
    text: "save-as-xml is answered when the XML is made, or with what went wrong.",
    source: "Promise, files",
  },
} as const satisfies RequirementList;
