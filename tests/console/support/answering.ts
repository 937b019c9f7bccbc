import type { Page, Route } from "playwright";

/** Answers calls instead of the service. Calls that the page has aborted are ignored. */
export async function answering(page: Page, calls: string, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route(calls, async (route) => {
    try {
      await act(route);
    } catch (thrown) {
      if (route.request().failure() === null && !page.isClosed()) throw thrown;
    }
  });
}
