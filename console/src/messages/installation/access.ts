import { accessMessages as englishAccessMessages } from "../english/installation/access.ts";
import type { Texts } from "../texts.ts";

/** The texts of who may call from where. */
export const accessMessages: Texts<typeof englishAccessMessages> = englishAccessMessages;
