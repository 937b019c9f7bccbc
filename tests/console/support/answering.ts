import type { Page, Route } from "playwright";

/** Acts what lies between the page and the service. A call that the page has given up meanwhile is nobody's any more. */
export async function answering(page: Page, calls: string, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route(calls, async (route) => {
    try {
      await act(route);
    } catch (thrown) {
      if (route.request().failure() === null && !page.isClosed()) throw thrown;
    }
  });
}
