import type { Page } from "playwright";
import { afterAll, beforeEach, expect } from "vitest";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clipboard } from "../support/clipboard.ts";

const service = await testService();
afterAll(() => service.stop());

const address = "/svc/api/file-notes/Contacts.fmp12";
const paragraph = (text: string): NoteDocument => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const write = (document: NoteDocument) => service.admin("PUT", address, { document });
const stored = async () => {
  const { body } = await service.admin("GET", address);
  return (body.response as { readonly note?: { readonly document: NoteDocument; readonly version: number } }).note;
};
const notePage = "/files/Contacts.fmp12?tab=note";
const editor = (page: Page) => page.getByRole("textbox", { name: "Note about Contacts.fmp12" });
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();

beforeEach(() => service.admin("DELETE", address));

const rich: NoteDocument = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Nightly import" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Runs at " },
        { type: "text", text: "02:00", marks: [{ type: "bold" }] },
        {
          type: "text",
          text: "the manual",
          marks: [{ type: "link", attrs: { href: "https://manual.example.com/import" } }],
        },
      ],
    },
    {
      type: "orderedList",
      attrs: { start: 3 },
      content: [
        {
          type: "listItem",
          content: [{ type: "paragraph", content: [{ type: "text", text: "First <b>close</b>" }] }],
        },
      ],
    },
    { type: "codeBlock", content: [{ type: "text", text: "fmsadmin list files" }] },
  ],
};

verifies("notes:console:read", async () => {
  await write(rich);
  const { page, complaints } = await signedIn(service, notePage);
  const names: string[] = [];
  page.on("request", (request) => names.push(request.url()));
  await page.getByRole("heading", { name: "Nightly import" }).waitFor();
  expect(await page.getByRole("strong").textContent()).toBe("02:00");
  const link = page.getByRole("link", { name: "the manual" });
  expect([await link.getAttribute("href"), await link.getAttribute("rel")]).toEqual([
    "https://manual.example.com/import",
    "noopener noreferrer",
  ]);
  expect(await page.getByText("First <b>close</b>").count()).toBe(1);
  expect(names.filter((name) => name.includes("note-editor"))).toEqual([]);
  expect(complaints).toEqual([]);
});

verifies("notes:console:read", "a file's name in the list shows the start of its note", async () => {
  await write(paragraph("Ask Ada before you close it."));
  const { page } = await signedIn(service, "/files");
  await page.getByRole("img", { name: "Has a note" }).waitFor();
  await page.getByRole("link", { name: "Contacts.fmp12" }).hover();
  await page.getByText("Ask Ada before you close it.").waitFor();
});

verifies("notes:console:write", async () => {
  const { page, complaints } = await signedIn(service, notePage);
  await page.getByRole("button", { name: "Write a note" }).click();
  await editor(page).click();
  await page.getByLabel("Style").selectOption("Heading 2");
  await page.keyboard.type("Who looks after it");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("Ada");
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type(" and Ben");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByLabel("Address").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Set link" }).click();
  await dialog.getByText("Invalid web or email address.").waitFor();
  await dialog.getByLabel("Address").fill("mailto:ada@example.com");
  await page.keyboard.press("Enter");
  await saved(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Who looks after it" }).waitFor();
  await page.getByRole("link", { name: "mailto:ada@example.com" }).waitFor();
  expect((await stored())?.document.content).toMatchObject([
    { type: "heading", attrs: { level: 2 } },
    { type: "paragraph", content: [{ text: "Ada", marks: [{ type: "bold" }] }, { text: " and Ben" }] },
    { type: "paragraph", content: [{ marks: [{ type: "link", attrs: { href: "mailto:ada@example.com" } }] }] },
  ]);
  expect(complaints).toEqual([]);
});

verifies(
  "notes:console:write",
  "pasted content is reduced to what the service stores, under the page's policy",
  async () => {
    const { page, complaints, forgive } = await signedIn(service, notePage);
    // Newer browsers report it when the policy blocks the pasted handler.
    forgive(/^Executing inline event handler violates .*The action has been blocked\.$/);
    await page.getByRole("button", { name: "Write a note" }).click();
    await editor(page).click();
    await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData("text/html", "<h3>Pasted</h3><p>with <u>lines</u> and <a href='javascript:1'>a trap</a><img src=x onerror=alert(1)></p>");
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
    await page.getByRole("button", { name: "Done" }).click();
    await editor(page).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Pasted" }).waitFor();
    expect((await stored())?.document.content).toMatchObject([
      { type: "heading", attrs: { level: 3 } },
      { type: "paragraph", content: [{ text: "with lines and a trap" }] },
    ]);
    expect(complaints).toEqual([]);
  },
);

verifies("notes:console:write", "unsaved changes are saved before another page opens", async () => {
  const { page } = await signedIn(service, notePage);
  await page.getByRole("button", { name: "Write a note" }).click();
  await editor(page).click();
  await page.keyboard.type("Typed and left");
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByText("Password hint").or(page.getByText("Extended privileges")).first().waitFor();
  await expect.poll(async () => (await stored())?.document).toEqual(paragraph("Typed and left"));
});

verifies(
  "notes:console:write",
  "changes that couldn't be saved are saved after the user has signed in again",
  async () => {
    const { page } = await signedIn(service, notePage);
    await page.getByRole("button", { name: "Write a note" }).click();
    await editor(page).click();
    await page.clock.install();
    await page.context().clearCookies();
    await page.keyboard.type("Kept");
    await page.clock.fastForward(1_000);
    await page.getByRole("alertdialog", { name: "Your session ended" }).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("admin-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.clock.fastForward(5_000);
    await saved(page);
    expect((await stored())?.document).toEqual(paragraph("Kept"));
  },
);

verifies("notes:console:write", "a note is deleted after a confirmation", async () => {
  await write(paragraph("Old"));
  const { page } = await signedIn(service, notePage);
  await page.getByRole("button", { name: "Delete note" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete note" }).click();
  await page.getByText("No note yet").waitFor();
  expect(await stored()).toBeUndefined();
});

const begun = Date.UTC(2026, 10, 20, 9);

/** Opens a page on which a user has started to edit while another user saved first. */
async function overtaken(): Promise<Page> {
  await write(paragraph("Before"));
  const { page } = await signedIn(service, notePage);
  await page.getByRole("button", { name: "Edit" }).click();
  await editor(page).click();
  // Nothing is saved automatically until the clock advances.
  await page.clock.install({ time: begun });
  await page.clock.pauseAt(begun + 60_000);
  await page.keyboard.type(" mine");
  await write(paragraph("Theirs"));
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await page.getByRole("dialog", { name: "Someone else changed this note" }).waitFor();
  return page;
}

verifies("notes:console:conflict", "theirs is accepted", async () => {
  const page = await overtaken();
  expect(await page.getByRole("dialog").textContent()).toMatch(/Before mine.*Theirs/);
  await page.getByRole("button", { name: "Copy mine" }).click();
  await expect.poll(() => clipboard(page)).toBe("Before mine");
  await page.getByRole("button", { name: "Use theirs" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await editor(page).getByText("Theirs", { exact: true }).waitFor();
  expect((await stored())?.document).toEqual(paragraph("Theirs"));
});

verifies("notes:console:conflict", "mine is kept", async () => {
  const page = await overtaken();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  expect((await stored())?.document).toEqual(paragraph("Before mine"));
});

verifies("notes:console:conflict", "a user who only has the note open sees the other version appear", async () => {
  await write(paragraph("Before"));
  const { page } = await signedIn(service, notePage);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  await write(paragraph("Theirs"));
  await editor(page).getByText("Theirs").waitFor();
});
