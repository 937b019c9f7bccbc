import { afterAll, onTestFailed } from "vitest";
import type { House } from "../../support/house.ts";
import { type ALastingWindow, type AWindow, aLastingWindow, enter } from "./a-window.ts";
import type { Place } from "./places.ts";

/** One window that goes from place to place as people do, so that the page is loaded once for all of them. */
export interface Walk {
  /** Leads to a place, where it is not there already. After a test that failed, the next begins with a new window. */
  to(place: Place): Promise<AWindow>;
}

const size = { width: 1280, height: 800 };

export function aWalk(home: House): Walk {
  let window: ALastingWindow | undefined;
  let at: Place | undefined;
  const close = async () => {
    const closed = window;
    [window, at] = [undefined, undefined];
    await closed?.close();
  };
  afterAll(close);

  return {
    async to(place) {
      onTestFailed(close);
      if (window !== undefined && at === place) return window;
      if (window === undefined) {
        window = await aLastingWindow(home);
        await enter(home, window, nowhere);
      } else await leave(window);
      const [, path, prepare] = place;
      await window.open(path);
      await prepare(window.page);
      at = place;
      return window;
    },
  };
}

/** An address without a page: whatever a page has opened closes with it. */
const nowhere = "/between-two-places";

async function leave({ page, open }: AWindow): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: "light" });
  await page.mouse.move(0, 0);
  await open(nowhere);
  await page.locator("h1", { hasText: "There is no such page" }).waitFor({ state: "attached" });
  // The frame's own dialogs stay when the page changes.
  const dialog = page.getByRole("dialog");
  if ((await dialog.count()) > 0) await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}
