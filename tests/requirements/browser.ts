import type { RequirementList } from "./requirement.ts";

export const browser = {
  "browser:agent:away": {
    text: "While the agent is offline, every request about the host's files is rejected immediately.",
    source: "Promise, file browser; Reliability R7.1",
  },
  "browser:attacks:links": {
    text: "No symlink leads out of a folder, even if it is created during the request.",
    source: "Promise, file browser; Reliability F4",
  },
  "browser:attacks:names": {
    text: "No name leads out of its folder or means another file on any system: paths, control characters, device names, trailing dots, and unusual forms are rejected.",
    source: "Promise, file browser; Reliability F4",
  },
  "browser:audit:changes": {
    text: "The audit trail names every file that is uploaded, moved, or deleted through the API, and who did it.",
    source: "Promise, file browser",
  },
  "browser:delete:whole": {
    text: "A file, a link, or an empty folder can be deleted; a non-empty folder only on explicit request; permanently only on explicit request.",
    source: "Promise, file browser",
  },
  "browser:download:file": {
    text: "A file is downloaded as it is on disk, with Range, HEAD, and ETag, and never as a mix of two versions.",
    source: "Promise, file browser",
  },
  "browser:download:hosted": {
    text: "A file that the database server has open isn't sent from the disk.",
    source: "Promise, file browser",
  },
  "browser:download:range": {
    text: "On AWS, a range of up to 64 MB is transferred alone; a larger one is requested at the address of the whole file.",
    source: "Promise, file browser",
  },
  "browser:download:resumed": {
    text: "On AWS, a download that needs longer than a call answers download_not_ready in time; the next call continues it, and no part is transferred twice.",
    source: "Promise, file browser; Reliability R4.5",
  },
  "browser:download:zip": {
    text: "A folder is downloaded as a zip that the host creates while sending it.",
    source: "Promise, file browser",
  },
  "browser:download:zip-broken": {
    text: "An error while a zip is created ends that download; nothing is left open, and the agent keeps running.",
    source: "Reliability R4.5; Promise, file browser",
  },
  "browser:download:zip-length": {
    text: "A zip has exactly the announced length and is readable, for any number of entries and any size of entries and directory.",
    source: "Reliability R4.5; Promise, file browser",
  },
  "browser:folder:made": {
    text: "A folder can be created inside a writable folder.",
    source: "Promise, file browser",
  },
  "browser:link:signed": {
    text: "A signed link downloads one file or folder without sign-in until it expires; links can't be forged or changed.",
    source: 'Specification, "What the service does", points 1 and 5; Promise, file browser',
  },
  "browser:links:hard": {
    text: "A hard link to a file elsewhere is neither read nor packed, except those that FileMaker Server creates itself.",
    source: "Reliability R9.3; decision 28",
  },
  "browser:list:large": {
    text: "A folder of a hundred thousand entries is listed page by page, sorted and filtered on the host.",
    source: "Promise, file browser",
  },
  "browser:list:order": {
    text: "A listing is sorted by name, size, time, or kind, ascending or descending, and continues from the previous page.",
    source: "Promise, file browser",
  },
  "browser:list:roots": {
    text: "The server's folders are listed with the allowed actions, even while FileMaker Server is stopped.",
    source: 'Specification, "What the service does", points 1 and 5; Promise, file browser',
  },
  "browser:list:undecoded": {
    text: "A name that isn't UTF-8 is listed under a substitute name, which can be used to read, pack, rename, and delete the file.",
    source: "Promise, file browser",
  },
  "browser:move:whole": {
    text: "A file or folder is renamed or moved atomically; nothing is overwritten unless requested.",
    source: "Promise, file browser",
  },
  "browser:size:counted": {
    text: "The contents of a folder are counted on request, and only while a caller keeps asking.",
    source: "Promise, file browser",
  },
  "browser:upload:conflict": {
    text: "An upload to an existing name is rejected before its bytes are sent, unless replacing was requested.",
    source: "Promise, file browser",
  },
  "browser:upload:count": {
    text: "At most a hundred unfinished uploads can exist at a time; finished ones don't count, and are forgotten after an hour.",
    source: "Promise, file browser",
  },
  "browser:upload:expires": {
    text: "An upload that isn't continued is deleted after two days.",
    source: "Promise, file browser",
  },
  "browser:upload:resumed": {
    text: "An interrupted upload resumes where it stopped, even after restarts.",
    source: "Promise, file browser",
  },
  "browser:upload:room": {
    text: "An upload that doesn't fit on the host's disk is rejected before its bytes are sent.",
    source: "Promise, file browser",
  },
  "browser:upload:tus": {
    text: "Uploads use tus 1.0 with creation, expiration, checksum, and termination.",
    source: "Promise, file browser",
  },
  "browser:upload:whole": {
    text: "A file appears only once all its bytes have arrived, and is never visible partially.",
    source: "Promise, file browser",
  },
} as const satisfies RequirementList;
