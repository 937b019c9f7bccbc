import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
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

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.home,
    component: lazyRouteComponent(() => import("./home-route.tsx"), "HomeRoute"),
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

function text<Name extends string>(
  given: Readonly<Record<string, unknown>>,
  name: Name,
): { readonly [N in Name]?: string } {
  const value = given[name];
  const shown = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return (shown === "" ? {} : { [name]: shown }) as { readonly [N in Name]?: string };
}
