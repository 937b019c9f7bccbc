import type { RequirementList } from "./requirement.ts";

export const notes = {
  "notes:get:by-name": {
    text: "GET /svc/api/file-notes/{filename} answers with the envelope and that file's note.",
    source: 'Specification, "Endpoints", GET /svc/api/file-notes/{filename}',
    planned: "notes",
  },
  "notes:note:rich": {
    text: "A note is rich text, one per file, addressed by the file's name.",
    source: 'Specification, "Resources", File note',
    planned: "notes",
  },
  "notes:state:none": {
    text: "A note has no states.",
    source: 'Specification, "States and transitions"',
    planned: "notes",
  },
} as const satisfies RequirementList;
