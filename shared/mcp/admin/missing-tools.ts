import { mayDo } from "#shared/contract/roles.ts";
import { adminTools, type ToolChoice } from "./catalogue.ts";
import { type Toolset, toolsets } from "./contract.ts";

/** Names under which a model looks for something that is left to people, each with the place where they do it. */
const leftToPeople: Readonly<Record<string, string>> = {
  create_admin_api_key:
    "Keys are created by the user in the console (API Keys, Admin): their values must not become part of a conversation",
  encrypt_file:
    "Call run_file_operation with encrypt: it answers with a link, because passwords must not become part of a conversation",
  decrypt_file:
    "Call run_file_operation with decrypt: it answers with a link, because passwords must not become part of a conversation",
};

/** Returns the toolsets that a request could add to its choice, within the settings. */
export function otherToolsets(choice: ToolChoice, allowed: ToolChoice): readonly Toolset[] {
  return toolsets.filter((name) => allowed.toolsets.includes(name) && !choice.toolsets.includes(name));
}

/** Returns a sentence that says why a tool is missing and how to get it. Undefined if there is no such tool. */
export function hintFor(name: string, choice: ToolChoice, allowed: ToolChoice): string | undefined {
  const known = adminTools.get(name);
  if (known === undefined) return leftToPeople[name];
  const { toolset, role } = known;
  if (!mayDo(allowed.role, role)) return `It needs the role ${role}; this key has the role ${allowed.role}`;
  if (choice.toolsets.includes(toolset)) return "This connection is read-only, and the tool changes something";
  return allowed.toolsets.includes(toolset)
    ? `It is in the toolset ${toolset}. To get it, the user adds ?toolsets=${toolset} (or ?toolsets=all) to the address of this server`
    : `It is in the toolset ${toolset}, which an administrator must enable in the console (Settings, AI clients)`;
}
