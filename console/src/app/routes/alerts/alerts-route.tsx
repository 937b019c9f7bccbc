import { Link } from "@tanstack/react-router";
import { AlertsPanel } from "../../../features/alerts/alerts-panel.tsx";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { RefreshButton } from "../../page/refresh-button.tsx";
import { paths } from "../../paths.ts";

/** Alert rules and their states. */
export function AlertsRoute() {
  return (
    <Page
      title={alertMessages.title}
      text={alertMessages.text}
      actions={
        <>
          <CurlButton calls={[{ address: "GET /svc/api/alerts", input: {} }]} />
          <RefreshButton addresses={["GET /svc/api/alerts"]} />
        </>
      }
    >
      <AlertsPanel
        destinations={
          <Link to={paths.settings} params={{ part: "notifications" }} className="underline underline-offset-2">
            {alertMessages.dialog.destinations}
          </Link>
        }
      />
    </Page>
  );
}
