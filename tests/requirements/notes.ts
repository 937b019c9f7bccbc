import type { RequirementList } from "./requirement.ts";

export const notes = {
  "notes:console:conflict": {
    text: "If another user changed the note meanwhile, the console shows both versions and lets the writer keep, accept, or copy.",
    source: "Promise, console",
  },
  "notes:console:read": {
    text: "The console renders a note without its editor, with links only to web and email addresses.",
    source: "Promise, console",
  },
  "notes:console:write": {
    text: "The console's editor writes the format that the service stores, saves automatically, and says so.",
    source: "Promise, console",
  },
  "notes:delete:gone": {
    text: "A note can be deleted; its version numbers continue, so that a stale reader can't overwrite a later note.",
    source: "Promise, file notes",
  },
  "notes:get:by-name": {
    text: "GET /svc/api/file-notes/{filename} returns that file's note in the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/file-notes/{filename}',
  },
  "notes:list:excerpts": {
    text: "The notes of all files are listed by name, in pages, with a plain-text excerpt.",
    source: "Promise, file notes",
  },
  "notes:name:matched": {
    text: "A note is found by its file's name like a key's file: with or without .fmp12, in any case and Unicode form.",
    source: "Reliability R4.4",
  },
  "notes:note:rich": {
    text: "A note is rich text, one per file, addressed by the file's name.",
    source: 'Specification, "Resources", File note',
  },
  "notes:put:audited": {
    text: "Every write and deletion of a note is in the audit trail with its caller and the file's name, but without the text.",
    source: "Promise, audit trail",
  },
  "notes:put:limits": {
    text: "A note that is too large, or whose lists are nested too deeply, is rejected.",
    source: "Reliability F3",
  },
  "notes:put:safe": {
    text: "A note stores only text, formatting, and links to web and email addresses; nothing that a browser would execute.",
    source: "Promise, file notes",
  },
  "notes:put:version": {
    text: "Overwriting a note that changed since it was read is rejected with 412.",
    source: "Promise, file notes",
  },
  "notes:remap:moved": {
    text: "A note can be moved to another file that has none.",
    source: "Promise, compatibility",
  },
  "notes:state:none": {
    text: "A note has no states.",
    source: 'Specification, "States and transitions"',
  },
} as const satisfies RequirementList;
