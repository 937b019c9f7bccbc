import { useNavigate, useSearch } from "@tanstack/react-router";
import { ClientsPanel } from "../../features/clients/clients-panel.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { TabbedPage } from "../page/tabbed-page.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";
import { filesArea } from "./files-area.ts";

/** Clients that are connected to FileMaker Server. */
export function ClientsRoute() {
  const filter = useSearch({ from: paths.clients });
  const navigate = useNavigate({ from: paths.clients });
  return (
    <TabbedPage area={filesArea} tab="clients" reads={{ address: "GET /svc/api/clients", input: {} }}>
      <Framed>
        <ClientsPanel
          filter={filter}
          onFilter={(change) => void navigate({ search: (before) => searchWith(before, change), replace: true })}
        />
      </Framed>
    </TabbedPage>
  );
}
