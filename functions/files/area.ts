import type { Area } from "../edge/area.ts";

/** Hosted files and their clients, uploads, the file browser, the trash, notes and processes. */
export const area: Area = {
  streams: true,
  resources: {
    browser: { paths: ["/api/files"], load: () => import("./browser.ts") },
    files: {
      paths: ["/api/databases", "/api/fm-file", "/api/clients", "/api/uploads"],
      load: () => import("./files.ts"),
    },
    notes: { paths: ["/api/file-notes"], load: () => import("./notes.ts") },
    processes: { paths: ["/api/processes", "/api/dead-letters"], load: () => import("./processes.ts") },
    trash: { paths: ["/api/trash"], load: () => import("./trash.ts") },
  },
};
