import type { LayoutNode } from "../../world/schema/layout-schema.ts";
import type { SessionOperation } from "../operation.ts";

/** Lists layouts with their folders and separators. */
export const getLayouts: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts",
  access: "session",
  body: "none",
  run({ host, database }) {
    const withTable = host.world.dataApi.layoutTable;
    return { response: { layouts: database.definition.layouts.map((node) => listed(node, withTable)) } };
  },
};

function listed(node: LayoutNode, withTable: boolean): Record<string, unknown> {
  if ("folder" in node) {
    return {
      name: node.folder,
      isFolder: true,
      folderLayoutNames: node.layouts.map((inner) => listed(inner, withTable)),
    };
  }
  const name = "separator" in node ? "-" : node.name;
  return withTable ? { name, table: "" } : { name };
}
