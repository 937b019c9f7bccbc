import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "../../../console/src/ui/buttons/button.tsx";
import { Dialog } from "../../../console/src/ui/dialogs/dialog.tsx";
import { MultiChoice } from "../../../console/src/ui/fields/multi-choice.tsx";

function Opened() {
  const [isOpen, setOpen] = useState(false);
  const [files, setFiles] = useState<readonly string[]>(["Contacts", "Orders"]);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Delete?"
        initialFocus={safe}
        actions={
          <>
            <Button ref={safe} onClick={() => setOpen(false)}>
              Keep
            </Button>
            <Button look="danger">Delete</Button>
          </>
        }
      >
        <label htmlFor="files">Files</label>
        <MultiChoice
          ties={{ id: "files" }}
          choices={[{ name: "Contacts" }, { name: "Orders" }, { name: "Archive" }]}
          chosen={files}
          onChange={setFiles}
          placeholder="Files"
          removeLabel={(name) => `Remove ${name}`}
          addLabel={(name) => `Add ${name}`}
          emptyText="None"
          complete={(typed) => typed}
        />
        <p>{"A long text. ".repeat(900)}</p>
      </Dialog>
      <output>{files.join(" ")}</output>
    </>
  );
}

test("a dialog focuses its safe button, and returns the focus to the element that opened it", async () => {
  const page = await render(<Opened />);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByRole("button", { name: "Keep" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("a dialog's buttons are visible with any length of text and any window size", async () => {
  await browser.viewport(390, 500);
  const page = await render(<Opened />);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByRole("button", { name: "Delete", exact: true })).toBeInViewport({ ratio: 1 });
  await browser.viewport(1280, 800);
});

test("Escape closes the list of a multiple choice, and keeps the selection", async () => {
  const page = await render(<Opened />);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("combobox", { name: "Files" }).fill("Arch");
  await expect.element(page.getByRole("option", { name: "Archive" })).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).toBeInTheDocument();
  await expect.poll(() => page.getByRole("option").query()).toBeNull();
  await userEvent.keyboard("{Escape}{Escape}");
  expect(document.querySelector("output")?.textContent).toBe("Contacts Orders");
});
