import { transferMessages as englishTransferMessages } from "../english/installation/transfer.ts";
import type { Texts } from "../texts.ts";

/** The texts of a move to another installation. */
export const transferMessages: Texts<typeof englishTransferMessages> = englishTransferMessages;
