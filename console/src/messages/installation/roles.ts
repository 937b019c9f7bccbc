import { roles } from "#shared/contract/roles.ts";
import { roleRights as englishRoleRights } from "../english/installation/roles.ts";
import { messages } from "../messages.ts";
import type { Texts } from "../texts.ts";

/** Rights of each role. */
export const roleRights: Texts<typeof englishRoleRights> = englishRoleRights;

/** Roles to choose from. */
export const roleOptions = roles.map((role) => ({ value: role, text: messages.frame.roles[role] }));
