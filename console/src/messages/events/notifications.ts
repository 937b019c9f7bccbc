import { notificationMessages as englishNotificationMessages } from "../english/events/notifications.ts";
import type { Texts } from "../texts.ts";

/** The texts of notifications. They come with the pages that show them. */
export const notificationMessages: Texts<typeof englishNotificationMessages> = englishNotificationMessages;
