import type { ScriptNode } from "../../world/schema/script-schema.ts";
import type { SessionOperation } from "../operation.ts";

/** Lists the scripts, with their folders and separators. */
export const getScripts: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/scripts",
  access: "session",
  body: "none",
  run({ database }) {
    return { response: { scripts: database.definition.scripts.map(listed) } };
  },
};

function listed(node: ScriptNode): Record<string, unknown> {
  if ("folder" in node) return { name: node.folder, folderScriptNames: node.scripts.map(listed), isFolder: true };
  return { name: "separator" in node ? "-" : node.name, isFolder: false };
}
