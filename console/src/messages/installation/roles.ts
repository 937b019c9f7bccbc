import { roles } from "#shared/contract/roles.ts";
import { roleMessages as englishRoleMessages } from "../english/installation/roles.ts";
import type { Texts } from "../texts.ts";

/** The texts of roles. */
export const roleMessages: Texts<typeof englishRoleMessages> = englishRoleMessages;

/** Roles to choose from. */
export const roleOptions = roles.map((role) => ({ value: role, text: roleMessages.names[role] }));
