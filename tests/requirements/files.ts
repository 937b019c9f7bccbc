import type { RequirementList } from "./requirement.ts";

export const files = {
  "files:admin-access:removed": {
    text: "An operation removes the admin access of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
    planned: "files",
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
    text: "A message is shown to a client; a session at which nobody sits gets none, and the caller is told.",
    source: "Promise, databases and clients",
  },
  "files:consistency:checked": {
    text: "An operation checks the consistency of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
    planned: "files",
  },
  "files:console:browser": {
    text: "The console has a file browser.",
    source: 'Specification, "What the service does", points 1 and 5',
    planned: "files",
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
    text: "Who may not ask, or asks a server that does not answer, is told so.",
    source: "Promise, databases and clients",
  },
  "files:kiosk:enabled": {
    text: "An operation enables the kiosk mode of a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
    planned: "files",
  },
  "files:link:default-expiry": {
    text: "A download link ends after 10 minutes unless the call says otherwise.",
    source: 'Specification, "Endpoints", notes, download link; Specification, "Limits", download link',
    planned: "files",
  },
  "files:link:expiry": {
    text: "A download link ends when the call said it would.",
    source: 'Specification, "Endpoints", notes; Specification, "Limits", download link',
    planned: "files",
  },
  "files:link:path-token": {
    text: "A download link may carry its token in the path.",
    source: 'Specification, "Endpoints", notes, download link',
    planned: "files",
  },
  "files:link:query-token": {
    text: "A download link may carry its token as a query parameter, the recommended way.",
    source: 'Specification, "Endpoints", notes, download link',
    planned: "files",
  },
  "files:long:process-id": {
    text: "Encrypt, decrypt and other long operations on files answer with a processId.",
    source: 'Specification, "Resources", Other records',
    planned: "files",
  },
  "files:patch:backed-up": {
    text: "A patch is applied after the target file was closed and backed up.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "files",
  },
  "files:patch:in-order": {
    text: "Several patch files are applied in order.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "files",
  },
  "files:patch:reopened": {
    text: "The file is open again after its patches.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "files",
  },
  "files:patch:reverted": {
    text: "The file is its backup again when any patch fails.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "files",
  },
  "files:patch:tool-log": {
    text: "The log of the upgrade tool can be downloaded from the process.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "files",
  },
  "files:patch:version": {
    text: "Patches need a database server of version 26 or later.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch; Specification, "Versioning", 4.18.0',
    planned: "files",
  },
  "files:recover:run": {
    text: "An operation recovers a file.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
    planned: "files",
  },
  "files:self-contained:copied": {
    text: "An operation copies a file as self-contained.",
    source: 'Specification, "Endpoints", notes, other operations; Specification, "Versioning", 4.17.0',
    planned: "files",
  },
  "files:state:all-or-none": {
    text: "Nothing is done to any file unless all of them are known and in a state that allows it.",
    source: "Promise, databases and clients",
  },
  "files:state:closed": {
    text: "Files are closed with a message and a time of grace, or by force.",
    source: "Promise, databases and clients",
  },
  "files:state:each-told": {
    text: "What became of each file is told, whatever happens on the way.",
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
    text: "A call that is too large for AWS is refused with 413 and told where uploads go.",
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
    planned: "files",
  },
  "files:xml:saved": {
    text: "An operation saves a file as XML.",
    source: 'Specification, "Endpoints", notes, other operations',
    planned: "files",
  },
} as const satisfies RequirementList;
