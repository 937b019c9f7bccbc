import type { RequirementList } from "./requirement.ts";

export const browser = {
  "browser:agent:away": {
    text: "While the agent is away, every call about the host's files is refused at once.",
    source: "Promise, file browser; Reliability R7.1",
  },
  "browser:attacks:links": {
    text: "No link leads out of a folder, whenever it is put in the way.",
    source: "Promise, file browser; Reliability F4",
  },
  "browser:attacks:names": {
    text: "No name leads out of its folder, or is another one to some system: no path, control, device, trailing dot or odd form.",
    source: "Promise, file browser; Reliability F4",
  },
  "browser:audit:changes": {
    text: "The audit trail names every file that is uploaded, moved or deleted from outside, and who did it.",
    source: "Promise, file browser",
  },
  "browser:delete:whole": {
    text: "A file, a link or an empty folder is deleted; a full folder goes only when that is asked for; for good only when that is.",
    source: "Promise, file browser",
  },
  "browser:download:file": {
    text: "A file is downloaded as it lies there, with Range, HEAD and ETag, and never as half of two files.",
    source: "Promise, file browser",
  },
  "browser:download:hosted": {
    text: "A file that the database server works on is not sent as it lies on the disk.",
    source: "Promise, file browser",
  },
  "browser:download:zip": {
    text: "A folder is downloaded as a zip, made on the host while it is sent.",
    source: "Promise, file browser",
  },
  "browser:download:zip-broken": {
    text: "What fails while a zip is made ends that download; nothing is left open, and the agent goes on.",
    source: "Reliability R4.5; Promise, file browser",
  },
  "browser:download:zip-length": {
    text: "A zip is as long as was announced, and readable, whatever its table of contents, its entries and its bytes count.",
    source: "Reliability R4.5; Promise, file browser",
  },
  "browser:folder:made": {
    text: "A folder is made in a folder that may be filled.",
    source: "Promise, file browser",
  },
  "browser:link:signed": {
    text: "A link downloads one file or folder with no sign-in, until it expires; nobody can make or change one.",
    source: 'Specification, "What the service does", points 1 and 5; Promise, file browser',
  },
  "browser:links:hard": {
    text: "A second name of a file from elsewhere is neither read nor packed, except where FileMaker Server makes such names itself.",
    source: "Reliability R9.3; decision 28",
  },
  "browser:list:large": {
    text: "A folder of a hundred thousand entries is listed page by page, sorted and filtered where it lies.",
    source: "Promise, file browser",
  },
  "browser:list:order": {
    text: "A listing is sorted by name, size, time or kind, either way, and goes on where a page ended.",
    source: "Promise, file browser",
  },
  "browser:list:roots": {
    text: "The server's folders are listed with what may be done in them, whether or not FileMaker Server runs.",
    source: 'Specification, "What the service does", points 1 and 5; Promise, file browser',
  },
  "browser:list:undecoded": {
    text: "A name that is not UTF-8 is listed under a name of its own, by which its file is read, packed, renamed and deleted.",
    source: "Promise, file browser",
  },
  "browser:move:whole": {
    text: "A file or folder is renamed and moved at once; nothing is overwritten that was not meant to be.",
    source: "Promise, file browser",
  },
  "browser:size:counted": {
    text: "The contents of a folder are counted on request, for as long as a caller asks, and no longer.",
    source: "Promise, file browser",
  },
  "browser:upload:conflict": {
    text: "An upload to a name that exists is refused before its bytes come, unless it was meant to be replaced.",
    source: "Promise, file browser",
  },
  "browser:upload:count": {
    text: "A hundred unfinished uploads are the most at a time; finished ones do not count, and are forgotten after an hour.",
    source: "Promise, file browser",
  },
  "browser:upload:expires": {
    text: "An upload that nobody goes on with is deleted after two days.",
    source: "Promise, file browser",
  },
  "browser:upload:resumed": {
    text: "An upload goes on where it was broken off, whatever was restarted meanwhile.",
    source: "Promise, file browser",
  },
  "browser:upload:room": {
    text: "An upload that the host's disk has no space for is refused before its bytes come.",
    source: "Promise, file browser",
  },
  "browser:upload:tus": {
    text: "Uploads go by tus 1.0 with creation, expiration, checksum and termination.",
    source: "Promise, file browser",
  },
  "browser:upload:whole": {
    text: "A file is there when all its bytes are, and half of it at no time.",
    source: "Promise, file browser",
  },
} as const satisfies RequirementList;
