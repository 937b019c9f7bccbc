import { clientMessages as englishClientMessages } from "./english/clients.ts";

/** The texts about who is connected. They come with the pages that show it. */
export const clientMessages: typeof englishClientMessages = englishClientMessages;
