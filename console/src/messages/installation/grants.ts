import { grantMessages as englishGrantMessages } from "../english/installation/grants.ts";
import type { Texts } from "../texts.ts";

/** The texts of sign-ins of AI clients. */
export const grantMessages: Texts<typeof englishGrantMessages> = englishGrantMessages;
