// Takes the screenshots of the guides from the console with the sandbox: npm run screenshots
// Only some of them: npm run screenshots -- docs/pictures releases-plan
// With another folder, it writes every page and dialog there, in light and dark mode and as on a phone:
// npm run screenshots -- /tmp/pictures [names]
import { mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "../local-runtime/console/console-build.ts";
import { startChromium } from "../tests/support/chromium.ts";
import type { TestService } from "../tests/support/test-service.ts";
import { populate } from "./screenshots/populate.ts";
import { populateReleases } from "./screenshots/populate-releases.ts";
import type { Scene } from "./screenshots/scene.ts";
import { scenes } from "./screenshots/scenes.ts";
import { smallPng } from "./screenshots/small-png.ts";
import { showUsualServer } from "./screenshots/usual-server.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const pictures = join(root, "docs/pictures");
const folder = resolve(root, process.argv[2] ?? pictures);
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
const isForDocs = folder === pictures;
const shown = scenes.filter(
  ({ name, isInGuide }) => (isInGuide || !isForDocs) && (wanted.length === 0 || wanted.includes(name)),
);
const { browser, stop } = await startChromium();
// Each server is prepared for the first scene that shows it.
let usual: ReturnType<typeof populate> | undefined;
let releases: ReturnType<typeof populateReleases> | undefined;
const signedIn = new Map<Scene["on"], ReturnType<typeof signIn>>();
for (const scene of shown)
  for (const variant of variants)
    if (isForDocs ? variant.name === "" : scene.variants.includes(variant.name)) await picture(scene, variant);
await stop();
await (await releases)?.stop();
await (await usual)?.stop();

async function serverOf(on: Scene["on"]) {
  if (on === "usual") {
    usual ??= populate();
    return usual;
  }
  releases ??= populateReleases();
  const { service, at } = (await releases)[on];
  return { service, folder: at(), runs: { done: 0, failed: 0, running: 0 } };
}

async function signIn({ baseUrl }: TestService) {
  const context = await browser.newContext();
  await context.request.post(`${baseUrl}/svc/api/session`, {
    headers: {
      Origin: baseUrl,
      "User-Agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
    },
    data: { user: "admin", pass: "admin-pass" },
  });
  return context.storageState();
}

async function picture(scene: Scene, { name, ...options }: (typeof variants)[number]): Promise<void> {
  const { service, folder: serverFolder, runs } = await serverOf(scene.on);
  const cookies = signedIn.get(scene.on) ?? signIn(service);
  signedIn.set(scene.on, cookies);
  const context = await browser.newContext({
    ...options,
    ...(isForDocs && scene.guideSize && { viewport: scene.guideSize }),
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    ...(scene.signsIn && { storageState: await cookies }),
  });
  await showUsualServer(context, serverFolder, hostname());
  const page = await context.newPage();
  await page.clock.setFixedTime(service.clock.now());
  await page.goto(`${service.baseUrl}/svc/console/#${typeof scene.path === "string" ? scene.path : scene.path(runs)}`);
  await scene.prepare(page);
  const png = await page.screenshot();
  writeFileSync(join(folder, `${scene.name}${name}.png`), isForDocs && scene.guideSize ? smallPng(png) : png);
  // A route handler may still be waiting for a response.
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}
