import { addedTo } from "../additions/additions.ts";
import type { Area } from "../edge/area.ts";

/** Hosted files and their clients, uploads, the file browser, the trash, notes and processes. */
export const area: Area = {
  streams: true,
  resources: {
    ...addedTo("files"),
    browser: { paths: ["/api/files"], load: () => import("./browser.ts") },
    files: {
      paths: ["/api/databases", "/api/fm-file", "/api/clients", "/api/uploads"],
      load: () => import("./files.ts"),
    },
    processes: { paths: ["/api/processes", "/api/dead-letters"], load: () => import("./processes.ts") },
    trash: { paths: ["/api/trash"], load: () => import("./trash.ts") },
  },
};
