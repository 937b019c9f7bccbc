import { identityMessages as englishIdentityMessages } from "../english/installation/identity.ts";
import type { Texts } from "../texts.ts";

/** The texts of groups of an identity provider. */
export const identityMessages: Texts<typeof englishIdentityMessages> = englishIdentityMessages;
