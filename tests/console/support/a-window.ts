import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Page } from "playwright";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import type { House } from "../../support/house.ts";

let connected: Promise<Browser> | undefined;

/** The browser of the run, as this file reaches it. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject("browser"));
  return connected;
}

afterAll(async () => (await connected)?.close());

/** A browser window with no past. A test fails in whose window something appears that must never appear. */
export interface AWindow {
  readonly page: Page;
  /** Errors on its console and violations of its policy, so far. */
  readonly complaints: readonly string[];
  /** Opens an address within the console, such as `/keys`. */
  open(path?: string): Promise<void>;
  signIn(user?: string, pass?: string): Promise<void>;
}

/** `script` runs in every page before its own scripts do. What Playwright evaluates later counts as a violation of the policy. */
export async function aWindow(home: House, options: BrowserContextOptions = {}, script?: string): Promise<AWindow> {
  const context = await (await browser()).newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  onTestFinished(() => context.close());
  if (script !== undefined) await context.addInitScript(script);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if ((message.type() === "error" || message.type() === "warning") && !isRefusal(message))
      complaints.push(message.text());
  });
  onTestFinished(() => expect(complaints, "errors on the browser's console, or violations of the policy").toEqual([]));

  return {
    page,
    complaints,
    async open(path = "/") {
      await page.goto(`${home.baseUrl}/svc/console/#${path}`);
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

/** What the browser writes of a call that was refused or not answered is no error of the page; of a file of the page it is one. */
function isRefusal(message: ConsoleMessage): boolean {
  const isOfPage = new URL(message.location().url || "about:blank").pathname.startsWith("/svc/console/");
  return (
    !isOfPage &&
    /^Failed to load resource: (net::|the server responded with a status of (4|50[234]))/.test(message.text())
  );
}

/** A window in which somebody has signed in, at an address within the console. */
export async function signedIn(
  home: House,
  path = "/",
  options: BrowserContextOptions = {},
  script?: string,
): Promise<AWindow> {
  const window = await aWindow(home, options, script);
  // By the cookie alone: the way through the page has tests of its own.
  await window.page.request.post(`${home.baseUrl}/svc/api/session`, {
    headers: { Origin: home.baseUrl },
    data: { user: "admin", pass: "admin-pass" },
  });
  await window.open(path);
  // A dialog that the address opens hides the page from roles.
  await window.page.locator("main h1").waitFor({ state: "attached" });
  return window;
}
