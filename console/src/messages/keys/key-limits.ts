import { keyLimitsMessages as englishKeyLimitsMessages } from "../english/keys/key-limits.ts";
import type { Texts } from "../texts.ts";

/** The texts of limits of keys. They come with a key's page. */
export const keyLimitsMessages: Texts<typeof englishKeyLimitsMessages> = englishKeyLimitsMessages;
