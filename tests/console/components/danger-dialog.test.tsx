import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Refused } from "../../../console/src/api/refused.ts";
import { DangerDialog } from "../../../console/src/ui/dialogs/danger-dialog.tsx";
import { ServerNameContext } from "../../../console/src/ui/values/server-name.tsx";

const done: string[] = [];
afterEach(() => void done.splice(0));

function Asking({
  tag = null,
  children = <p>It is gone then.</p>,
  ...more
}: { readonly tag?: string | null } & Partial<Parameters<typeof DangerDialog>[0]>) {
  const [isOpen, setOpen] = useState(true);
  return (
    <ServerNameContext value={{ nickname: "Acme Files", environmentTag: tag, environmentTagColor: null }}>
      {isOpen && (
        <DangerDialog
          title="Delete Orders.fmp12?"
          text={(server) => `On ${server}.`}
          submit="Delete file"
          typedName="Orders.fmp12"
          onClose={() => setOpen(false)}
          onSubmit={() => done.push("deleted")}
          {...more}
        >
          {children}
        </DangerDialog>
      )}
    </ServerNameContext>
  );
}

const refused = new Refused("The file is in use.", { status: 409, code: 18210, operation: "DELETE /svc/api/files" });

test("the dialog names the server, and starts with the focus on the safe button", async () => {
  const page = await render(<Asking />);
  await expect.element(page.getByRole("dialog", { name: "Delete Orders.fmp12?" })).toBeInTheDocument();
  await expect.element(page.getByText("On Acme Files.")).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(done).toEqual([]);
});

test("Escape changes nothing", async () => {
  const page = await render(<Asking />);
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(done).toEqual([]);
});

test("no typing is required unless the server is marked as production", async () => {
  const page = await render(<Asking tag="TEST" />);
  await page.getByRole("button", { name: "Delete file" }).click();
  expect(done).toEqual(["deleted"]);
  expect(page.getByRole("textbox").query()).toBeNull();
});

test("on a production server, the button and Enter work only after the name was typed", async () => {
  const page = await render(<Asking tag="Production" />);
  const field = page.getByLabelText("Type Orders.fmp12 to continue");
  const submit = page.getByRole("button", { name: "Delete file" });
  await expect.element(field).toHaveAccessibleDescription("This server is tagged Production.");
  await expect.element(submit).toBeDisabled();
  await field.fill("Orders");
  await userEvent.keyboard("{Enter}");
  await expect.element(submit).toBeDisabled();
  expect(done).toEqual([]);
  await field.fill(" orders.FMP12 ");
  await expect.element(submit).toBeEnabled();
  await userEvent.keyboard("{Enter}");
  expect(done).toEqual(["deleted"]);
  await submit.click();
  expect(done).toEqual(["deleted", "deleted"]);
});

test("a name of several words is shown in quotation marks", async () => {
  const page = await render(<Asking tag="PROD" typedName="3 entries" />);
  await expect.element(page.getByLabelText("Type “3 entries” to continue")).toBeInTheDocument();
});

test("a harmless action requires no name, even on a production server", async () => {
  const page = await render(<Asking tag="PROD" typedName={undefined} />);
  await expect.element(page.getByRole("button", { name: "Delete file" })).toBeEnabled();
  expect(page.getByRole("textbox").query()).toBeNull();
});

test("a running action can't be submitted again", async () => {
  const page = await render(<Asking tag="PROD" isBusy />);
  await page.getByRole("textbox").fill("Orders.fmp12");
  await expect.element(page.getByRole("button", { name: "Delete file" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Delete file" })).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  expect(done).toEqual([]);
});

test("the dialog shows why it failed, with further details", async () => {
  const page = await render(<Asking error={refused} errorText={<p>Stopped at Orders.</p>} />);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The file is in use\..*18210/);
  await expect.element(page.getByText("Stopped at Orders.")).toBeInTheDocument();
  await page.getByRole("button", { name: "Delete file" }).click();
  expect(done).toEqual(["deleted"]);
});

test("without fields or text, there is no empty space between the question and the buttons", async () => {
  const page = await render(<Asking>{null}</Asking>);
  const head = page.getByRole("dialog").element().querySelector("header");
  const foot = page.getByRole("dialog").element().querySelector("footer");
  if (head === null || foot === null) throw new Error("A dialog has a head and a foot");
  expect(foot.getBoundingClientRect().top - head.getBoundingClientRect().bottom).toBeLessThan(1);
  await page.getByRole("button", { name: "Delete file" }).click();
  expect(done).toEqual(["deleted"]);
});
