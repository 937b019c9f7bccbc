import type { Page } from "playwright";
import { paths, settingsParts } from "../../../console/src/app/paths.ts";
import { answering } from "./answering.ts";
import { operationAt } from "./operation-at.ts";

type Name = keyof typeof paths;

const fileTabs = ["overview", "note", "access", "usage", "operations", "runs"];
const serverTabs = ["tools", "preview", "connect", "signIns", "calls", "changes"];
/** Where pages lie that take something: what the examples of the contract are about. */
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

/** Every page that the console has, each with the addresses that show all of it. */
export const everyPage: readonly (readonly [name: string, addresses: readonly string[]])[] = [
  ...(Object.entries(paths) as [Name, string][]).map(([name, path]) => [name, places[name] ?? [path]] as const),
  ...settingsParts.map((part) => [`/settings/${part}`, [`/settings/${part}`]] as const),
];

/** What the service itself has to say. */
const own = /^\/svc\/api\/(session|events|info|settings)$/;

/** Has every page show rows: what is read is answered by the examples of the contract. */
export async function answeredByExamples(page: Page): Promise<void> {
  await answering(page, "**/svc/api/**", async (route) => {
    const request = route.request();
    const read = request.method() === "GET" ? operationAt("GET", request.url()) : undefined;
    // Streams and files are the service's own as well.
    if (read === undefined || read.answers !== undefined || own.test(read.path)) return route.fallback();
    return route.fulfill({ json: { messages: [{ code: 0, text: "OK" }], response: read.example?.output } });
  });
}
