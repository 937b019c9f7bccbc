import { webhookMessages as englishWebhookMessages } from "../english/events/webhooks.ts";
import type { Texts } from "../texts.ts";

/** The texts of webhooks. They come with the pages that show them. */
export const webhookMessages: Texts<typeof englishWebhookMessages> = englishWebhookMessages;
