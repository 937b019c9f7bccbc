import { alertMessages as englishAlertMessages } from "../english/usage/alerts.ts";
import type { Texts } from "../texts.ts";

/** The texts of alert rules. They come with their page. */
export const alertMessages: Texts<typeof englishAlertMessages> = englishAlertMessages;
