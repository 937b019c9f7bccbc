import { afterAll, onTestFailed } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { type ALastingWindow, type AWindow, aLastingWindow, enter } from "./a-window.ts";
import type { View } from "./views.ts";

/** Window that navigates from view to view like a user, so that the page is loaded once for all of them. */
export interface ViewWindow {
  /** Navigates to a view, unless it is already there. After a failed test, the next test begins with a new window. */
  to(view: View): Promise<AWindow>;
}

const size = { width: 1280, height: 800 };

export function aViewWindow(service: TestService): ViewWindow {
  let window: ALastingWindow | undefined;
  let at: View | undefined;
  const close = async () => {
    const closed = window;
    [window, at] = [undefined, undefined];
    await closed?.close();
  };
  afterAll(close);

  return {
    async to(view) {
      onTestFailed(close);
      if (window !== undefined && at === view) return window;
      if (window === undefined) {
        window = await aLastingWindow(service);
        await enter(service, window, nowhere);
      } else await leaveView(window);
      const [, path, prepare] = view;
      await window.open(path);
      await prepare(window.page);
      at = view;
      return window;
    },
  };
}

/** Address without a page: anything that a page has opened closes with it. */
const nowhere = "/between-two-places";

async function leaveView({ page, open }: AWindow): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: "light" });
  await page.mouse.move(0, 0);
  await open(nowhere);
  await page.locator("h1", { hasText: "Page not found" }).waitFor({ state: "attached" });
  // The frame's own dialogs stay open when the page changes.
  const dialog = page.getByRole("dialog");
  if ((await dialog.count()) > 0) await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}
