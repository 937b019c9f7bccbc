import type { Page } from "playwright";
import type { View } from "./views.ts";

const atFile = (entry: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Actions for report.txt" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await page.getByRole("dialog").waitFor();
};

/** Pages that a service shows only while an agent runs on its host. */
export const hostViews: readonly View[] = [
  [
    "home with its disks",
    "/",
    (page) =>
      page
        .getByRole("region", { name: "Disk" })
        .getByText(/[GTM]B/)
        .first()
        .waitFor(),
  ],
  ["folders of the server", "/browse/", (page) => page.getByRole("grid").getByText("Documents").waitFor()],
  ["hosted files in their folder", "/browse/databases", (page) => page.getByText("Read-only").waitFor()],
  ["a folder", "/browse/documents/seen", (page) => page.getByText("report.txt").waitFor()],
  ["a link to a file", "/browse/documents/seen", atFile("Create link…")],
  ["rename in the browser", "/browse/documents/seen", atFile("Rename…")],
  ["move in the browser", "/browse/documents/seen", atFile("Move…")],
  ["delete in the browser", "/browse/documents/seen", atFile("Delete…")],
  ["trash", "/trash", (page) => page.getByText("The trash is empty").waitFor()],
  ["logs", "/logs", (page) => page.getByRole("log").waitFor()],
  ["Event.log", "/logs/Event.log?line=1", (page) => page.getByRole("region", { name: "Line 1" }).waitFor()],
  ["a linked agent", "/settings/agents", (page) => page.getByText("Connected").waitFor()],
];
