import { scheduleMessages as englishScheduleMessages } from "./english/schedules.ts";
import type { Texts } from "./texts.ts";

/** The texts of schedules. They come with the pages that show them. */
export const scheduleMessages: Texts<typeof englishScheduleMessages> = englishScheduleMessages;
