import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { loadPart } from "../api/page-parts.ts";
import {
  allLogsSearch,
  auditSearch,
  clientSearch,
  creationSearch,
  deliverySearch,
  filePageSearch,
  fileSearch,
  folderSearch,
  keySearch,
  logSearch,
  mcpServerSearch,
  momentSearch,
  newDeploymentSearch,
  processSearch,
  runSearch,
  settingsSearch,
  trashSearch,
  usageSearch,
  webhookSearch,
} from "./address-search.ts";
import { Frame } from "./frame/frame.tsx";
import { BrokenPage } from "./page/broken-page.tsx";
import { NotFound } from "./page/not-found.tsx";
import { paths, settingsParts } from "./paths.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.home,
    validateSearch: usageSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/home-route.tsx")), "HomeRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.files,
    validateSearch: fileSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/files-route.tsx")), "FilesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.file,
    validateSearch: filePageSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/file-route.tsx")), "FileRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.clients,
    validateSearch: clientSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/clients-route.tsx")), "ClientsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.browse,
    validateSearch: folderSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/browse-route.tsx")), "BrowseRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.trash,
    validateSearch: trashSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/browse-route.tsx")), "TrashRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.keys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/keys-route.tsx")), "DataKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.adminKeys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/keys-route.tsx")), "AdminKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.key,
    validateSearch: usageSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/key-route.tsx")), "DataKeyRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.adminKey,
    validateSearch: usageSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/key-route.tsx")), "AdminKeyRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.mcpServers,
    validateSearch: creationSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/mcp-routes.tsx")), "McpServersRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.mcpServer,
    validateSearch: mcpServerSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/mcp-routes.tsx")), "McpServerRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.processes,
    validateSearch: processSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/processes-route.tsx")), "ProcessesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.process,
    validateSearch: runSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/process-route.tsx")), "ProcessRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.builds,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/releases/builds-route.tsx")), "BuildsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.deployments,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/releases/deployments-route.tsx")),
      "DeploymentsRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.newDeployment,
    validateSearch: newDeploymentSearch,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/releases/new-deployment-route.tsx")),
      "NewDeploymentRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.recipes,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/releases/recipes-route.tsx")), "RecipesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.recipe,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/releases/recipe-route.tsx")), "RecipeRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.deployment,
    validateSearch: runSearch,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/releases/deployment-route.tsx")),
      "DeploymentRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.schedules,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/releases/schedules-route.tsx")),
      "SchedulesRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.schedule,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/releases/schedule-route.tsx")),
      "ScheduleRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.webhooks,
    validateSearch: webhookSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/events/webhooks-route.tsx")), "WebhooksRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.webhook,
    validateSearch: deliverySearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/events/webhook-route.tsx")), "WebhookRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.deliveries,
    validateSearch: deliverySearch,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/events/deliveries-route.tsx")),
      "DeliveriesRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.delivery,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/events/delivery-route.tsx")), "DeliveryRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.triggers,
    validateSearch: creationSearch,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/triggers/triggers-route.tsx")),
      "TriggersRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.trigger,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/triggers/trigger-route.tsx")), "TriggerRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.backups,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/backups/backups-route.tsx")), "BackupsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.backup,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/backups/backup-route.tsx")), "BackupRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.locations,
    component: lazyRouteComponent(
      () => loadPart(() => import("./routes/backups/locations-route.tsx")),
      "LocationsRoute",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.logs,
    validateSearch: momentSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/logs-route.tsx")), "LogsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.allLogs,
    validateSearch: allLogsSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/logs/all-logs-route.tsx")), "AllLogsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.log,
    validateSearch: logSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/logs-route.tsx")), "LogRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.alerts,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/alerts/alerts-route.tsx")), "AlertsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.audit,
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/audit-route.tsx")), "AuditRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.allSettings,
    beforeLoad: () => {
      throw redirect({ to: paths.settings, params: { part: settingsParts[0] }, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.settings,
    validateSearch: settingsSearch,
    component: lazyRouteComponent(() => loadPart(() => import("./routes/settings-route.tsx")), "SettingsRoute"),
  }),
] as const;

/** Router with addresses after the `#`, so that deep links work on every server of the page. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultPreload: "intent",
  defaultErrorComponent: BrokenPage,
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
