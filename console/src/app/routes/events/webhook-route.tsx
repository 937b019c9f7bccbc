import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { WebhookPage } from "../../../features/webhooks/webhook-page.tsx";
import { webhookMessages } from "../../../messages/english/events/webhooks.ts";
import { BackLink } from "../../page/back-link.tsx";
import { FileLink } from "../../page/file-link.tsx";
import { paths } from "../../paths.ts";
import { searchWith } from "../../search-with.ts";
import { DeliveriesOf } from "./deliveries-of.tsx";
import { webhookSurroundings } from "./webhook-surroundings.tsx";

export function WebhookRoute() {
  const { id } = useParams({ from: paths.webhook });
  const filter = useSearch({ from: paths.webhook });
  const navigate = useNavigate({ from: paths.webhook });
  return (
    <WebhookPage
      key={id}
      id={Number(id)}
      {...webhookSurroundings}
      above={<BackLink to={paths.webhooks} text={webhookMessages.page.back} />}
      fileLink={(name) => <FileLink name={name} />}
      onDeleted={() => void navigate({ to: paths.webhooks })}
    >
      <DeliveriesOf
        source={`webhook-${id}`}
        filter={filter}
        onFilter={(change) => void navigate({ search: (before) => searchWith(before, change), replace: true })}
      />
    </WebhookPage>
  );
}
