import type { RequirementList } from "./requirement.ts";

export const notes = {
  "notes:console:conflict": {
    text: "Where another user has written a note meanwhile, the console shows both versions and lets the writer keep, take or copy.",
    source: "Promise, console",
  },
  "notes:console:read": {
    text: "The console draws a note without its editor, with links to web and mail addresses only.",
    source: "Promise, console",
  },
  "notes:console:write": {
    text: "The console's editor writes what the service keeps, saves by itself and says so.",
    source: "Promise, console",
  },
  "notes:delete:gone": {
    text: "A note can be deleted; its versions go on, so that nobody who read it before writes over a later one.",
    source: "Promise, file notes",
  },
  "notes:get:by-name": {
    text: "GET /svc/api/file-notes/{filename} answers with the envelope and that file's note.",
    source: 'Specification, "Endpoints", GET /svc/api/file-notes/{filename}',
  },
  "notes:list:excerpts": {
    text: "The notes of all files are listed by name, a page at a time, with how they begin in plain text.",
    source: "Promise, file notes",
  },
  "notes:name:matched": {
    text: "A note is found by its file's name as keys are: with or without .fmp12, in any case and Unicode form.",
    source: "Reliability R4.4",
  },
  "notes:note:rich": {
    text: "A note is rich text, one per file, addressed by the file's name.",
    source: 'Specification, "Resources", File note',
  },
  "notes:put:audited": {
    text: "Every write and deletion of a note is in the audit trail with its caller, with the file's name and not with the text.",
    source: "Promise, audit trail",
  },
  "notes:put:limits": {
    text: "A note that is too large is refused, and so is one whose lists are nested too deeply.",
    source: "Reliability F3",
  },
  "notes:put:safe": {
    text: "What is stored is text, looks and links to web and mail addresses; nothing that a browser would run.",
    source: "Promise, file notes",
  },
  "notes:put:version": {
    text: "A note that was changed since it was read is not written over: 412.",
    source: "Promise, file notes",
  },
  "notes:state:none": {
    text: "A note has no states.",
    source: 'Specification, "States and transitions"',
  },
} as const satisfies RequirementList;
