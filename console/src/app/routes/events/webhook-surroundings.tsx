import type { WebhookSurroundings } from "../../../features/webhooks/use-webhook-actions.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { DeliveryLink } from "../../page/delivery-link.tsx";
import { replayOfFailed } from "./deliveries-of.tsx";

const CreateDataKey = lazyPart(() => import("../../../features/keys/dialogs/create-data-key-dialog.tsx"));

/** Parts of other features that webhooks use. */
export const webhookSurroundings: WebhookSurroundings = {
  newKey: (filename, onClose) => <CreateDataKey files={[filename]} onClose={onClose} />,
  deliveryLink: (id, name) => <DeliveryLink id={id}>{name}</DeliveryLink>,
  replay: replayOfFailed,
};
