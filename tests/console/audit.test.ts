import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("system:console:audit-names", async () => {
  await service.anAdminKey("Deploy script");
  await service.aKey({ label: "Web shop" });
  await service.aKey({ label: "Old import" });
  const { "api-keys": keys } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  const idOf = (label: string) => keys.find((key: { readonly label: string }) => key.label === label).id;
  const key = await service.anAdminKey("Nightly job");
  await service.turn(60_000);
  // Rejections from one network are one entry, stored at the start of their ten minutes.
  for (let count = 0; count < 3; count += 1) {
    await service.raw("GET", "/svc/api/api-key", { key: `${key.slice(0, -6)}aaaaaa` });
    await service.turn(2_000);
  }
  await service.raw("DELETE", `/svc/api/api-key/${idOf("Old import")}`, { key });
  const keysOfMany = Array.from({ length: 8 }, (_, place) => service.aKey({ label: `Batch ${place}` }));
  await Promise.all(keysOfMany);
  const batch = (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"]
    .filter(({ label }: { readonly label: string }) => label.startsWith("Batch"))
    .map(({ id }: { readonly id: number }) => id);
  await service.turn(1_000);
  await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys: batch });

  const { page, complaints, open } = await signedIn(service, "/audit");
  const row = (text: RegExp) => page.getByRole("table").getByRole("row").filter({ hasText: text });
  await row(/Create Data API key.*Web shop \(Data API key \d+\)/)
    .getByRole("link", { name: "Web shop" })
    .waitFor();
  const removal = row(/Delete Data API key(?!s)/);
  await removal.getByText(`Data API key ${idOf("Old import")} (deleted)`).waitFor();
  await removal.getByText("Nightly job (Admin API key").waitFor();
  await row(/Delete Data API keys/)
    .getByText("and 3 more")
    .waitFor();
  await row(/Authenticate/)
    .getByText("3 times")
    .waitFor();

  const moments = (await page.evaluate(
    "[...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td:last-of-type time').dateTime)",
  )) as readonly string[];
  expect(moments.length).toBeGreaterThan(5);
  expect(moments).toEqual(moments.toSorted().reverse());
  // Names are shown with their ids, and no id is shown without a name.
  expect(await page.getByRole("table").textContent()).not.toMatch(/data-key:|admin-key:|session:|account:/);

  await row(/Web shop/)
    .getByRole("link", { name: /Web shop/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
  await page.getByRole("row", { name: /Web shop/ }).waitFor();
  await open("/audit");
  expect(complaints).toEqual([]);
});
