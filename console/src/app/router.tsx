import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { part } from "../api/page-parts.ts";
import {
  auditSearch,
  clientSearch,
  filePageSearch,
  fileSearch,
  folderSearch,
  keySearch,
  logSearch,
  momentSearch,
  processSearch,
  runSearch,
  trashSearch,
} from "./address-search.ts";
import { BrokenPage } from "./broken-page.tsx";
import { Frame } from "./frame.tsx";
import { NotFound } from "./not-found.tsx";
import { paths, settingsParts } from "./paths.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.home,
    component: lazyRouteComponent(() => part(() => import("./home-route.tsx")), "HomeRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.files,
    validateSearch: fileSearch,
    component: lazyRouteComponent(() => part(() => import("./files-route.tsx")), "FilesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.file,
    validateSearch: filePageSearch,
    component: lazyRouteComponent(() => part(() => import("./file-route.tsx")), "FileRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.clients,
    validateSearch: clientSearch,
    component: lazyRouteComponent(() => part(() => import("./clients-route.tsx")), "ClientsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.browse,
    validateSearch: folderSearch,
    component: lazyRouteComponent(() => part(() => import("./browse-route.tsx")), "BrowseRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.trash,
    validateSearch: trashSearch,
    component: lazyRouteComponent(() => part(() => import("./browse-route.tsx")), "TrashRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.keys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => part(() => import("./keys-route.tsx")), "DataKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.adminKeys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => part(() => import("./keys-route.tsx")), "AdminKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.processes,
    validateSearch: processSearch,
    component: lazyRouteComponent(() => part(() => import("./processes-route.tsx")), "ProcessesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.process,
    validateSearch: runSearch,
    component: lazyRouteComponent(() => part(() => import("./process-route.tsx")), "ProcessRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.logs,
    validateSearch: momentSearch,
    component: lazyRouteComponent(() => part(() => import("./logs-route.tsx")), "LogsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.log,
    validateSearch: logSearch,
    component: lazyRouteComponent(() => part(() => import("./logs-route.tsx")), "LogRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.audit,
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => part(() => import("./audit-route.tsx")), "AuditRoute"),
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
    component: lazyRouteComponent(() => part(() => import("./settings-route.tsx")), "SettingsRoute"),
  }),
] as const;

/** Addresses stand behind the `#`, so that every place that serves the page answers deep links. */
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
