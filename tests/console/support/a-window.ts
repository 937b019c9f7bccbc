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

/** Returns the browser of the run for this worker; it is closed with the run. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject("browser"));
  return connected;
}

/** Browser window without history or state. Its test fails if something appears in it that must never appear. */
export interface AWindow {
  readonly page: Page;
  /** Errors on its console and policy violations so far. */
  readonly complaints: readonly string[];
  /** Ignores complaints that a test expects. */
  forgive(complaint: RegExp): void;
  /** Opens an address of the console, such as `/keys`. */
  open(path?: string): Promise<void>;
  signIn(user?: string, pass?: string): Promise<void>;
}

/**
 * Opens a window. `script` runs in every page before its own scripts. Scripts that Playwright evaluates later count as policy violations.
 */
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

/** Window that stays open after its test, until it is closed. */
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
  // Slightly less than a test's timeout, so that a missing element is reported as such.
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

/**
 * Delays answers as on a loaded machine, so that any call of the page may be answered after any other. This reveals missing waits in tests.
 */
async function letAnswersComeLate(context: BrowserContext): Promise<void> {
  await context.route("**/svc/api/**", async (route) => {
    await setTimeout(Math.random() < 0.2 ? 3_000 * Math.random() : 300 * Math.random());
    await route.fallback();
  });
}

/**
 * True if a message is the browser's report of a rejected or unanswered call, which isn't an error of the page. For a file of the page, it
 * is one.
 */
function isRefusal(message: ConsoleMessage): boolean {
  const isOfPage = new URL(message.location().url || "about:blank").pathname.startsWith("/svc/console/");
  return (
    !isOfPage &&
    /^Failed to load resource: (net::|the server responded with a status of (4|50[234]))/.test(message.text())
  );
}

/** Returns a window in which a user has signed in, at an address of the console. */
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

/** Signs in by cookie only, because the sign-in page has its own tests, and opens an address. */
export async function enter(service: TestService, { page, open }: AWindow, path: string): Promise<void> {
  await page.request.post(`${service.baseUrl}/svc/api/session`, {
    headers: { Origin: service.baseUrl },
    data: { user: "admin", pass: "admin-pass" },
  });
  await open(path);
  await page.evaluate(untilThere);
}

/**
 * Script text for the page: resolves in the frame in which the page appears; a locator only looks twice per second. A dialog may cover the
 * page.
 */
const untilThere = `new Promise((resolve) => {
  const look = () => (document.querySelector("main h1") === null ? requestAnimationFrame(look) : resolve());
  look();
})`;
