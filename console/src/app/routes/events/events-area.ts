import { webhookMessages as text } from "../../../messages/english/events/webhooks.ts";
import type { Area } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";

/** Incoming webhooks, table triggers, and their deliveries. */
export const eventsArea: Area<"incoming" | "deliveries" | "triggers"> = {
  title: text.title,
  text: text.text,
  tabs: [
    { name: "incoming", text: text.tabs.incoming, to: paths.webhooks },
    { name: "deliveries", text: text.tabs.deliveries, to: paths.deliveries },
    { name: "triggers", text: text.tabs.triggers, to: paths.triggers },
  ],
};
