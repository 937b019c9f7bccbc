import type { RequirementList } from "./requirement.ts";

export const processes = {
  "processes:async:encryption": {
    text: "Encrypting and decrypting are followed as processes.",
    source: 'Specification, "Versioning", 4.17.0',
    planned: "processes",
  },
  "processes:patch:progress": {
    text: "The progress of applying a patch appears in Process Logs.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "processes",
  },
  "processes:view:by-id": {
    text: "A processId follows the progress of an operation in Process Logs.",
    source: 'Specification, "Resources", Other records; Specification, "What the service does", point 5',
    planned: "processes",
  },
} as const satisfies RequirementList;
