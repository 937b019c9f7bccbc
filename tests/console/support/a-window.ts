import { setTimeout } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from "playwright";
import { expect, inject, onTestFinished } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { keepCopies } from "./clipboard.ts";

let connected: Promise<Browser> | undefined;

/** The browser of the run, as this worker reaches it; it goes with the run. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject("browser"));
  return connected;
}

/** A browser window with no past. A test fails in whose window something appears that must never appear. */
export interface AWindow {
  readonly page: Page;
  /** Errors on its console and violations of its policy, so far. */
  readonly complaints: readonly string[];
  /** Complaints that a test is about. */
  forgive(complaint: RegExp): void;
  /** Opens an address within the console, such as `/keys`. */
  open(path?: string): Promise<void>;
  signIn(user?: string, pass?: string): Promise<void>;
}

/** `script` runs in every page before its own scripts do. What Playwright evaluates later counts as a violation of the policy. */
export async function aWindow(
  service: TestService,
  options: BrowserContextOptions = {},
  script?: string,
): Promise<AWindow> {
  const window = await aLastingWindow(service, options, script);
  onTestFinished(() => window.close());
  onTestFinished(() =>
    expect(window.complaints, "errors on the browser's console, or violations of the policy").toEqual([]),
  );
  return window;
}

/** A window that stays open after its test, until it is closed. */
export interface ALastingWindow extends AWindow {
  close(): Promise<void>;
}

export async function aLastingWindow(
  service: TestService,
  options: BrowserContextOptions = {},
  script?: string,
): Promise<ALastingWindow> {
  const context = await (await browser()).newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  // A little less than a test's: what did not come says so itself.
  context.setDefaultTimeout(170_000);
  await context.addInitScript(keepCopies);
  if (script !== undefined) await context.addInitScript(script);
  if (process.env.LATE_ANSWERS !== undefined) await letAnswersComeLate(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  const forgiven: RegExp[] = [];
  const complain = (text: string) => {
    if (!forgiven.some((each) => each.test(text))) complaints.push(text);
  };
  page.on("pageerror", (error) => complain(String(error)));
  page.on("console", (message) => {
    if ((message.type() === "error" || message.type() === "warning") && !isRefusal(message)) complain(message.text());
  });

  return {
    page,
    complaints,
    forgive: (complaint) => void forgiven.push(complaint),
    close: () => context.close(),
    async open(path = "/") {
      await page.goto(`${service.baseUrl}/svc/console/#${path}`);
    },
    async signIn(user = "admin", pass = "admin-pass") {
      await page.getByLabel("Account").fill(user);
      await page.getByLabel("Password", { exact: true }).fill(pass);
      await page.getByRole("button", { name: "Sign in" }).click();
      // A dialog that the address opens hides the page from roles.
      await page.locator("aside").waitFor({ state: "attached" });
    },
  };
}

/** As on a loaded machine: any call of the page may be answered after any other. What a test did not wait for shows so. */
async function letAnswersComeLate(context: BrowserContext): Promise<void> {
  await context.route("**/svc/api/**", async (route) => {
    await setTimeout(Math.random() < 0.2 ? 3_000 * Math.random() : 300 * Math.random());
    await route.fallback();
  });
}

/** What the browser writes of a call that was refused or not answered is no error of the page; of a file of the page it is one. */
function isRefusal(message: ConsoleMessage): boolean {
  const isOfPage = new URL(message.location().url || "about:blank").pathname.startsWith("/svc/console/");
  return (
    !isOfPage &&
    /^Failed to load resource: (net::|the server responded with a status of (4|50[234]))/.test(message.text())
  );
}

/** A window in which a user has signed in, at an address within the console. */
export async function signedIn(
  service: TestService,
  path = "/",
  options: BrowserContextOptions = {},
  script?: string,
): Promise<AWindow> {
  const window = await aWindow(service, options, script);
  await enter(service, window, path);
  return window;
}

/** Signs in by the cookie alone, the way through the page has tests of its own, and opens an address. */
export async function enter(service: TestService, { page, open }: AWindow, path: string): Promise<void> {
  await page.request.post(`${service.baseUrl}/svc/api/session`, {
    headers: { Origin: service.baseUrl },
    data: { user: "admin", pass: "admin-pass" },
  });
  await open(path);
  await page.evaluate(untilThere);
}

/** In the page, as text: resolves in the frame in which a page is there, where a locator looks twice in a second. A dialog may lie over it. */
const untilThere = `new Promise((resolve) => {
  const look = () => (document.querySelector("main h1") === null ? requestAnimationFrame(look) : resolve());
  look();
})`;
