import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import UsedBy from "../../../console/src/dependents/used-by.tsx";
import { verifies } from "../../support/verifies.ts";
import { answering, refusing } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const address = "POST /svc/api/dependents";
const answer = { dependents: [], isComplete: true, unread: [], lastUsedAt: null, confirmation: null };
const of = ["Contacts.fmp12"];
const dependents = [
  { kind: "webhook", id: "3", name: "Shop orders", of, effect: "waits", lastUsedAt: "2026-11-20T09:14:12.001Z" },
  { kind: "webhook", id: "4", name: "Shop refunds", of, effect: "waits", lastUsedAt: null },
  { kind: "data-key", id: "7", name: "Web shop", of, effect: "interrupted", lastUsedAt: null },
  { kind: "status-page", id: "", name: "", of, effect: "shown", lastUsedAt: null },
];

verifies("dependents:console:file", "by kind, each with a link and with what a closed file means for it", async () => {
  answering({ [address]: { ...answer, dependents } });
  const page = await shown(<UsedBy filename="Contacts.fmp12" />);
  const webhooks = page.getByRole("list", { name: "2 webhooks" });
  await expect.element(webhooks.getByRole("link", { name: "Shop orders" })).toHaveAttribute("href", "/webhooks/3");
  await expect.element(webhooks.getByRole("link", { name: "Shop refunds" })).toHaveAttribute("href", "/webhooks/4");
  await expect
    .element(webhooks.getByText("If the file is closed: events are stored and delivered later.").first())
    .toBeVisible();
  await expect.element(webhooks.getByText(/^Last used/)).toBeVisible();
  const keys = page.getByRole("list", { name: "1 Data API key" });
  await expect.element(keys.getByRole("link", { name: "Web shop" })).toHaveAttribute("href", "/keys/7");
  await expect.element(page.getByRole("list", { name: "Status page" }).getByText("Status page")).toBeVisible();
  expect(page.getByText("Nothing uses this file").query()).toBeNull();
});

verifies(
  "dependents:console:file",
  "with the kinds that couldn't be read, instead of saying that nothing uses it",
  async () => {
    const unread = [{ kind: "client", reason: "The Database Server is stopped" }];
    answering({ [address]: { ...answer, isComplete: false, unread } });
    const page = await shown(<UsedBy filename="Contacts.fmp12" />);
    await expect.element(page.getByText("Couldn't read clients: The Database Server is stopped")).toBeVisible();
    expect(page.getByText("Nothing uses this file").query()).toBeNull();
  },
);

verifies("dependents:console:file", "as unused only if everything was read", async () => {
  answering({ [address]: answer });
  const page = await shown(<UsedBy filename="Contacts.fmp12" />);
  await expect.element(page.getByText("Nothing uses this file")).toBeVisible();
});

verifies("dependents:console:file", "with the reason if the list can't be read", async () => {
  answering({ [address]: refusing("internal") });
  const page = await shown(
    <UsedBy filename="Contacts.fmp12" />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(page.getByText("Nothing uses this file").query()).toBeNull();
});
