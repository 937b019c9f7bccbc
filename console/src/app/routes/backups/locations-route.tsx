import { useNavigate } from "@tanstack/react-router";
import { LocationsPanel } from "../../../features/backups/locations/locations-panel.tsx";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { backupsArea } from "./backups-area.ts";

export function LocationsRoute() {
  const navigate = useNavigate();
  return (
    <TabbedPage
      area={backupsArea}
      tab="locations"
      reads={{ address: "GET /svc/api/settings/offsite/remotes", input: {} }}
    >
      <LocationsPanel onBrowse={(path) => void navigate({ to: paths.browse, params: { _splat: path } })} />
    </TabbedPage>
  );
}
