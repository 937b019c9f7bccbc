import { type LiveAccount, seesScript } from "../../world/live/live-database.ts";
import type { ScriptNode } from "../../world/schema/script-schema.ts";
import type { SessionOperation } from "../operation.ts";

/** Lists scripts with their folders and separators. */
export const getScripts: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/scripts",
  access: "session",
  body: "none",
  run({ database, session: { account } }) {
    return { response: { scripts: listed(database.definition.scripts, account) } };
  },
};

function listed(nodes: readonly ScriptNode[], account: LiveAccount): Record<string, unknown>[] {
  return nodes.flatMap((node) => {
    if ("folder" in node)
      return { name: node.folder, folderScriptNames: listed(node.scripts, account), isFolder: true };
    if ("separator" in node) return { name: "-", isFolder: false };
    return seesScript(account, node.name) ? { name: node.name, isFolder: false } : [];
  });
}
