import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { reading } from "../../../api/query.ts";
import { useSummaries } from "../../../features/deliveries/summaries.ts";
import { sourceOf } from "../../../features/webhooks/webhook-texts.ts";
import { WebhooksPanel } from "../../../features/webhooks/webhooks-panel.tsx";
import { webhookMessages as text } from "../../../messages/english/events/webhooks.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { eventsArea } from "./events-area.ts";
import { SourceStrip } from "./source-strip.tsx";
import { webhookSurroundings } from "./webhook-surroundings.tsx";

const WebhookDialog = lazyPart(() => import("../../../features/webhooks/form/webhook-dialog.tsx"));

export function WebhooksRoute() {
  const { create = false, file } = useSearch({ from: paths.webhooks });
  const navigate = useNavigate({ from: paths.webhooks });
  const webhooks = useQuery(reading("GET /svc/api/webhooks", {}));
  const summaries = useSummaries((webhooks.data?.webhooks ?? []).map(sourceOf));
  const setCreate = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {}, replace: !isOpen });
  const button = (
    <Button needs="POST /svc/api/webhooks" look="primary" data-shortcut="c" onClick={() => setCreate(true)}>
      <Plus aria-hidden size={16} />
      {text.create}
    </Button>
  );
  return (
    <TabbedPage
      area={eventsArea}
      tab="incoming"
      reads={{ address: "GET /svc/api/webhooks", input: {} }}
      actions={button}
    >
      <Framed>
        <WebhooksPanel
          {...webhookSurroundings}
          create={
            <Button needs="POST /svc/api/webhooks" look="primary" onClick={() => setCreate(true)}>
              {text.create}
            </Button>
          }
          nameLink={({ id }, name) => (
            <Link
              to={paths.webhook}
              params={{ id: String(id) }}
              className="inline-block leading-target underline-offset-2 hover:underline"
            >
              {name}
            </Link>
          )}
          strip={(webhook) => <SourceStrip source={sourceOf(webhook)} summaries={summaries.data} />}
        />
      </Framed>
      {create && (
        <WebhookDialog filename={file ?? ""} newKey={webhookSurroundings.newKey} onClose={() => setCreate(false)} />
      )}
    </TabbedPage>
  );
}
