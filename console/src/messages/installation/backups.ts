import { backupMessages as englishBackupMessages } from "../english/installation/backups.ts";
import type { Texts } from "../texts.ts";

/** The texts of offsite backups. They come with the pages that show them. */
export const backupMessages: Texts<typeof englishBackupMessages> = englishBackupMessages;
