import type { Page, Route } from "playwright";

/** Answers in place of the service. A call that the page has given up meanwhile is ignored. */
export async function answering(page: Page, calls: string, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route(calls, async (route) => {
    try {
      await act(route);
    } catch (thrown) {
      if (route.request().failure() === null && !page.isClosed()) throw thrown;
    }
  });
}
