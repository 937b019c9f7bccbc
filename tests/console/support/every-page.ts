import type { Page } from "playwright";
import { paths, settingsParts } from "../../../console/src/app/paths.ts";
import { answering } from "./answering.ts";
import { operationAt } from "./operation-at.ts";

type Name = keyof typeof paths;

const fileTabs = ["overview", "note", "access", "users", "usage", "operations", "runs"];
const serverTabs = ["tools", "preview", "connect", "signIns", "calls", "changes"];
/** Addresses of pages with parameters, for the entities of the contract's examples. */
const places: Readonly<Partial<Record<Name, readonly string[]>>> = {
  file: fileTabs.map((tab) => `/files/Contacts.fmp12?tab=${tab}`),
  browse: ["/browse/documents"],
  key: ["/keys/7"],
  adminKey: ["/keys/admin/1"],
  process: ["/processes/42"],
  mcpServer: serverTabs.map((tab) => `/mcp/sales?tab=${tab}`),
  recipe: ["/deployments/recipes/1"],
  deployment: ["/deployments/7"],
  schedule: ["/schedules/3"],
  webhook: ["/webhooks/1"],
  delivery: ["/webhooks/deliveries/1"],
  trigger: ["/webhooks/triggers/1"],
  backup: ["/backups/Daily"],
  log: ["/logs/Event.log"],
  allSettings: [],
  settings: [],
};

/** Every page of the console, with the addresses that show all of it. */
export const everyPage: readonly (readonly [name: string, addresses: readonly string[]])[] = [
  ...(Object.entries(paths) as [Name, string][]).map(([name, path]) => [name, places[name] ?? [path]] as const),
  ...settingsParts.map((part) => [`/settings/${part}`, [`/settings/${part}`]] as const),
];

/** Paths that the service itself answers. */
const own = /^\/svc\/api\/(session|events|info|settings)$/;

/** Makes every page show rows: reads are answered with the contract's examples. */
export async function answeredByExamples(page: Page): Promise<void> {
  await answering(page, "**/svc/api/**", async (route) => {
    const request = route.request();
    const read = request.method() === "GET" ? operationAt("GET", request.url()) : undefined;
    // The service also answers streams and files itself.
    if (read === undefined || read.answers !== undefined || own.test(read.path)) return route.fallback();
    return route.fulfill({ json: { messages: [{ code: 0, text: "OK" }], response: read.example?.output } });
  });
}
