import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import type { LogSearch } from "../features/logs/log-filter.ts";
import { Frame } from "./frame.tsx";
import { NotFound } from "./not-found.tsx";
import { paths } from "./paths.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

/** Filters of the keys pages, as they stand in the address. */
interface KeySearch {
  readonly q?: string;
  readonly only?: string;
  readonly sort?: string;
  readonly create?: boolean;
}

const keySearch = (given: Readonly<Record<string, unknown>>): KeySearch => ({
  ...text(given, "q"),
  ...text(given, "only"),
  ...text(given, "sort"),
  ...(given.create === true && { create: true }),
});

/** The list of files, as it stands in the address. */
interface FileSearch {
  readonly q?: string;
  readonly only?: string;
  readonly sort?: string;
}

const fileSearch = (given: Readonly<Record<string, unknown>>): FileSearch => ({
  ...text(given, "q"),
  ...text(given, "only"),
  ...text(given, "sort"),
});

interface ClientSearch {
  readonly q?: string;
  readonly file?: string;
  readonly sort?: string;
}

const clientSearch = (given: Readonly<Record<string, unknown>>): ClientSearch => ({
  ...text(given, "q"),
  ...text(given, "file"),
  ...text(given, "sort"),
});

interface FolderSearch {
  readonly q?: string;
  readonly sort?: string;
}

const folderSearch = (given: Readonly<Record<string, unknown>>): FolderSearch => ({
  ...text(given, "q"),
  ...text(given, "sort"),
});

/** The open part of a file's page, a change of its state that is asked about, and a file operation that is. */
interface FilePageSearch {
  readonly tab?: string;
  readonly ask?: string;
  readonly op?: string;
}

const filePageSearch = (given: Readonly<Record<string, unknown>>): FilePageSearch => ({
  ...text(given, "tab"),
  ...text(given, "ask"),
  ...text(given, "op"),
});

interface AuditSearch {
  readonly actor?: string;
  readonly object?: string;
  readonly outcome?: string;
}

const auditSearch = (given: Readonly<Record<string, unknown>>): AuditSearch => ({
  ...text(given, "actor"),
  ...text(given, "object"),
  ...text(given, "outcome"),
});

const logSearch = (given: Readonly<Record<string, unknown>>): LogSearch => ({
  ...count(given, "line"),
  ...text(given, "q"),
  ...(given.re === true && { re: true }),
  ...(given.cs === true && { cs: true }),
  ...((given.level === "warning" || given.level === "error") && { level: given.level }),
  ...text(given, "not"),
  ...moment(given, "from"),
  ...moment(given, "to"),
  ...(given.all === true && { all: true }),
  ...moment(given, "at"),
  ...count(given, "within"),
  ...(given.ask === "clear" && { ask: given.ask }),
});

interface ProcessSearch {
  readonly q?: string;
  readonly state?: string;
  readonly from?: string;
  readonly to?: string;
}

const processSearch = (given: Readonly<Record<string, unknown>>): ProcessSearch => ({
  ...text(given, "q"),
  ...text(given, "state"),
  ...moment(given, "from"),
  ...moment(given, "to"),
});

interface RunSearch {
  readonly phase?: string;
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.home,
    component: lazyRouteComponent(() => import("./home-route.tsx"), "HomeRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.files,
    validateSearch: fileSearch,
    component: lazyRouteComponent(() => import("./files-route.tsx"), "FilesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.file,
    validateSearch: filePageSearch,
    component: lazyRouteComponent(() => import("./file-route.tsx"), "FileRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.clients,
    validateSearch: clientSearch,
    component: lazyRouteComponent(() => import("./clients-route.tsx"), "ClientsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.browse,
    validateSearch: folderSearch,
    component: lazyRouteComponent(() => import("./browse-route.tsx"), "BrowseRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.trash,
    component: lazyRouteComponent(() => import("./browse-route.tsx"), "TrashRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.keys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => import("./keys-route.tsx"), "DataKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.adminKeys,
    validateSearch: keySearch,
    component: lazyRouteComponent(() => import("./keys-route.tsx"), "AdminKeysRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.processes,
    validateSearch: processSearch,
    component: lazyRouteComponent(() => import("./processes-route.tsx"), "ProcessesRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.process,
    validateSearch: (given: Readonly<Record<string, unknown>>): RunSearch => text(given, "phase"),
    component: lazyRouteComponent(() => import("./process-route.tsx"), "ProcessRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.logs,
    component: lazyRouteComponent(() => import("./logs-route.tsx"), "LogsRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.log,
    validateSearch: logSearch,
    component: lazyRouteComponent(() => import("./logs-route.tsx"), "LogRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.audit,
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import("./audit-route.tsx"), "AuditRoute"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.settings,
    component: lazyRouteComponent(() => import("./settings-route.tsx"), "SettingsRoute"),
  }),
] as const;

/** Addresses stand behind the `#`, so that every place that serves the page answers deep links. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultPreload: "intent",
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function count<Name extends string>(
  given: Readonly<Record<string, unknown>>,
  name: Name,
): { readonly [N in Name]?: number } {
  const value = given[name];
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return (isCount ? { [name]: value } : {}) as { readonly [N in Name]?: number };
}

/** A moment as the service takes it. What is none is none. */
function moment<Name extends string>(
  given: Readonly<Record<string, unknown>>,
  name: Name,
): { readonly [N in Name]?: string } {
  const value = new Date(String(given[name]));
  const isMoment = given[name] !== undefined && !Number.isNaN(value.getTime());
  return (isMoment ? { [name]: value.toISOString() } : {}) as { readonly [N in Name]?: string };
}

function text<Name extends string>(
  given: Readonly<Record<string, unknown>>,
  name: Name,
): { readonly [N in Name]?: string } {
  const value = given[name];
  const shown = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return (shown === "" ? {} : { [name]: shown }) as { readonly [N in Name]?: string };
}
