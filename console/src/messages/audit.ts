import { auditMessages as englishAuditMessages } from "./english/audit.ts";
import type { Texts } from "./texts.ts";

/** The texts of the audit trail. They come with the pages that show it. */
export const auditMessages: Texts<typeof englishAuditMessages> = englishAuditMessages;
