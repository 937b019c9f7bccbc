import type { BrowserContext } from "playwright";

/**
 * Replaces the folder and host name in responses with those of a typical server, so that pictures don't reveal where they were made.
 * Removes the machine's date from responses: the page's own clock is used, which is stopped.
 */
export async function showUsualServer(context: BrowserContext, folder: string, hostname: string): Promise<void> {
  const asUsual = (text: string) =>
    text
      .replaceAll(folder, "/opt/FileMaker/FileMaker Server")
      .replaceAll(`"hostname":"${hostname}"`, '"hostname":"fms1"')
      .replace(/https?:\/\/127\.0\.0\.1:\d+/g, "http://fms1.acme.example")
      .replace(/"host":"127\.0\.0\.1"/g, '"host":"fms1.acme.example"');
  await context.route("**/svc/api/**", async (route) => {
    if ((await route.request().headerValue("accept")) === "text/event-stream") return route.continue();
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    const isJson = headers["content-type"]?.startsWith("application/json");
    return route.fulfill({
      response,
      headers,
      body: isJson ? asUsual(await response.text()) : await response.body(),
    });
  });
}
