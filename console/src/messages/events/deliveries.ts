import { deliveryMessages as englishDeliveryMessages } from "../english/events/deliveries.ts";
import type { Texts } from "../texts.ts";

/** The texts of deliveries. They come with the pages that show them. */
export const deliveryMessages: Texts<typeof englishDeliveryMessages> = englishDeliveryMessages;
