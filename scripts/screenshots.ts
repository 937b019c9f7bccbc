// Makes the pictures of docs/guides/console.md, from the console itself before the sandbox: npm run screenshots
// With a folder it puts every page and dialog there, in light, dark and on a phone: npm run screenshots -- /tmp/pictures [names]
import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "../local-runtime/console-build.ts";
import { startChromium } from "../tests/support/chromium.ts";
import { populate } from "./screenshots/populate.ts";
import type { Scene } from "./screenshots/scene.ts";
import { scenes } from "./screenshots/scenes.ts";
import { showUsualServer } from "./screenshots/usual-server.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = resolve(root, process.argv[2] ?? "docs/pictures");
const wanted = process.argv.slice(3);
const variants = [
  { name: "", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "-phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

await buildConsole(root, (reason) => {
  throw new Error(reason);
}).over;
mkdirSync(folder, { recursive: true });
const { service, folder: serverFolder, runs, stop: stopService } = await populate();
const { browser, stop } = await startChromium();
const signedIn = await browser.newContext();
await signedIn.request.post(`${service.baseUrl}/svc/api/session`, {
  headers: {
    Origin: service.baseUrl,
    "User-Agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
  },
  data: { user: "admin", pass: "admin-pass" },
});
const cookies = await signedIn.storageState();
// One moment for all of them, so that the same numbers stand in every picture.
const now = service.clock.now();
const isForDocs = process.argv[2] === undefined;
const shown = scenes.filter(({ name, isInGuide }) =>
  isForDocs ? isInGuide : wanted.length === 0 || wanted.includes(name),
);
for (const scene of shown)
  for (const variant of variants)
    if (isForDocs ? variant.name === "" : scene.variants.includes(variant.name)) await picture(scene, variant);
await stop();
await stopService();

async function picture(scene: Scene, { name, ...options }: (typeof variants)[number]): Promise<void> {
  const context = await browser.newContext({
    ...options,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    ...(scene.signsIn && { storageState: cookies }),
  });
  await showUsualServer(context, serverFolder, hostname());
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  await page.goto(`${service.baseUrl}/svc/console/#${typeof scene.path === "string" ? scene.path : scene.path(runs)}`);
  await scene.prepare(page);
  await page.screenshot({ path: join(folder, `${scene.name}${name}.png`) });
  // A route may still be waiting for an answer.
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}
