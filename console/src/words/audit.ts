import { auditWords as englishAuditWords } from "./english/audit.ts";

/** The texts of the audit trail. They come with the pages that show it. */
export const auditWords: typeof englishAuditWords = englishAuditWords;
