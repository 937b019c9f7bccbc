import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FormDialog } from "../../../console/src/ui/dialogs/form-dialog.tsx";
import { TextField } from "../../../console/src/ui/fields/field.tsx";

function Naming({ onName }: { readonly onName: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <FormDialog
      title="New folder"
      submit="Create folder"
      canSubmit={name !== ""}
      onClose={() => onName("nothing")}
      onSubmit={() => onName(name)}
    >
      <input type="hidden" name="folder" />
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}

test("a form focuses its first field, and Enter submits it once there is something to submit", async () => {
  const named: string[] = [];
  const page = await render(<Naming onName={(name) => named.push(name)} />);
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Create folder" })).toBeDisabled();
  await userEvent.keyboard("Invoices{Enter}");
  expect(named).toEqual(["Invoices"]);
});

test("Escape and Cancel submit nothing", async () => {
  const named: string[] = [];
  const page = await render(<Naming onName={(name) => named.push(name)} />);
  await page.getByLabelText("Name").fill("Invoices");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(named).toEqual(["nothing", "nothing"]);
});
