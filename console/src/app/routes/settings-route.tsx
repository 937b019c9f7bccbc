import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { PageCall } from "../../api/curl.ts";
import { useMay } from "../../api/role.ts";
import { AgentsPanel } from "../../features/agents/agents-panel.tsx";
import { ServerCommandsPanel } from "../../features/agents/server-commands-panel.tsx";
import { SessionsPanel } from "../../features/sessions/sessions-panel.tsx";
import { AboutPanel } from "../../features/system/about-panel.tsx";
import { AppLogPanel } from "../../features/system/app-log-panel.tsx";
import { AppearancePanel } from "../../features/system/appearance-panel.tsx";
import { RetentionPanel } from "../../features/system/retention-panel.tsx";
import { usageViewOf } from "../../features/usage/usage-view.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { NotFound } from "../page/not-found.tsx";
import { paths, type SettingsPart, settingsParts } from "../paths.ts";

const IdentityPanel = lazyPart(() => import("../../features/identity/identity-panel.tsx"));
const GrantsPanel = lazyPart(() => import("../../features/grants/grants-panel.tsx"));
const AdminMcpPanel = lazyPart(() => import("../../features/mcp/admin/admin-mcp-panel.tsx"));
const AllowedNetworksPanel = lazyPart(() => import("../../features/system/allowed-networks-panel.tsx"));
const PluginsPanel = lazyPart(() => import("../../features/plugins/plugins-panel.tsx"));
const PeoplePanel = lazyPart(() => import("../../features/people/people-panel.tsx"));
const StatusPagePanel = lazyPart(() => import("../../features/system/status-page/status-page-panel.tsx"));
const TransferPart = lazyPart(() => import("./transfer-part.tsx"));
const ServerStatistics = lazyPart(() => import("../../features/usage/server-statistics.tsx"));
const TopCallsPanel = lazyPart(() => import("../../features/usage/top-calls-panel.tsx"));
const NotificationsPart = lazyPart(() => import("./events/notifications-part.tsx"));

const panels = {
  appearance: AppearancePanel,
  notifications: NotificationsPart,
  retention: RetentionPanel,
  access: AccessPart,
  sessions: SessionsPanel,
  people: PeoplePanel,
  identity: IdentityPart,
  assistants: AdminMcpPanel,
  agents: AgentsPanel,
  server: ServerPart,
  transfer: TransferPart,
  about: AboutPart,
} as const;
const reads: Readonly<Record<SettingsPart, PageCall>> = {
  appearance: { address: "GET /svc/api/settings", input: {} },
  notifications: { address: "GET /svc/api/notifications/destinations", input: {} },
  retention: { address: "GET /svc/api/settings", input: {} },
  access: { address: "GET /svc/api/settings/networks", input: {} },
  sessions: { address: "GET /svc/api/sessions", input: {} },
  people: { address: "GET /svc/api/people", input: {} },
  identity: { address: "GET /svc/api/google-auth/credentials", input: {} },
  assistants: { address: "GET /svc/api/admin-mcp", input: {} },
  agents: { address: "GET /svc/api/agents", input: { limit: 100 } },
  server: { address: "GET /svc/api/fms-process", input: {} },
  transfer: {
    address: "POST /svc/api/transfer/export",
    input: { passphrase: "correct horse battery staple" },
  },
  about: { address: "GET /svc/api/info", input: {} },
};

/** Parts that are offered only to administrators. */
const forAdministrators: ReadonlySet<SettingsPart> = new Set(["people", "identity", "transfer"]);

export function SettingsRoute() {
  const given = useParams({ from: paths.settings }).part;
  const navigate = useNavigate();
  const isAdministrator = useMay("administrator");
  const part = settingsParts.find((known) => known === given);
  if (part === undefined) return <NotFound />;
  const Shown = panels[part];
  const isOffered = (name: SettingsPart) => isAdministrator || name === part || !forAdministrators.has(name);
  return (
    <Page title={settingsMessages.title} actions={<CurlButton calls={[reads[part]]} />}>
      <Tabs
        label={settingsMessages.title}
        value={part}
        onChange={(next) => void navigate({ to: paths.settings, params: { part: next } })}
        tabs={settingsParts.filter(isOffered).map((name) => ({ name, text: settingsMessages.parts[name] }))}
      >
        <Shown fallback={<Loading rows={6} />} />
      </Tabs>
    </Page>
  );
}

function AboutPart() {
  return (
    <div className="flex flex-col gap-5">
      <AboutPanel />
      <AppLogPanel />
    </div>
  );
}

function AccessPart() {
  return (
    <div className="flex flex-col gap-5">
      <AllowedNetworksPanel fallback={<Loading rows={6} />} />
      <StatusPagePanel fallback={<Loading rows={6} />} />
    </div>
  );
}

function IdentityPart() {
  return (
    <div className="flex flex-col gap-5">
      <GrantsPanel fallback={<Loading rows={3} />} />
      <IdentityPanel fallback={<Loading rows={6} />} />
    </div>
  );
}

function ServerPart() {
  const { ask, range } = useSearch({ from: paths.settings });
  const navigate = useNavigate({ from: paths.settings });
  const onAsk = (next: string | undefined) =>
    void navigate({ search: next === undefined ? {} : { ask: next }, replace: next === undefined });
  return (
    <div className="flex flex-col gap-5">
      <ServerCommandsPanel
        asked={ask}
        onAsk={onAsk}
        onStarted={(id) => void navigate({ to: paths.process, params: { id: String(id) } })}
      />
      <PluginsPanel onRestart={(engine) => onAsk(`restart-${engine}`)} fallback={<Loading rows={3} />} />
      <ServerStatistics
        range={usageViewOf({ ...(range !== undefined && { range }) }, []).range}
        onRange={(next) => void navigate({ search: { range: next }, replace: true })}
      />
      <TopCallsPanel />
    </div>
  );
}
