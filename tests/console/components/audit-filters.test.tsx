import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AuditFilters } from "../../../console/src/features/audit/audit-filters.tsx";
import { type AuditFilter, questionOf } from "../../../console/src/features/audit/audit-panel.tsx";

function Filters() {
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <>
      <AuditFilters filter={filter} onFilter={(change) => setFilter({ ...filter, ...change })} />
      <output>{JSON.stringify(questionOf(filter))}</output>
    </>
  );
}

test("a pause after a space keeps the typed text, and surrounding spaces cause no request", async () => {
  const page = await render(<Filters />);
  const who = page.getByLabelText("Who");
  await who.fill(" key ");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText('{"actor":"key"}')).toBeInTheDocument();
  await expect.element(who).toHaveValue(" key ");
  await userEvent.keyboard("dk");
  await expect.element(page.getByText('{"actor":"key dk"}')).toBeInTheDocument();
  await page.getByLabelText("Outcome").selectOptions("Rejected");
  await expect.element(page.getByText('{"actor":"key dk","outcome":"refused"}')).toBeInTheDocument();
});

test("a filter text has a search icon before it, and a button that clears it immediately", async () => {
  const page = await render(<Filters />);
  const object = page.getByLabelText("Object");
  expect(object.element().parentElement?.querySelectorAll("svg")).toHaveLength(1);
  await object.fill("data-key:7");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText('{"object":"data-key:7"}')).toBeInTheDocument();
  await page.getByRole("button", { name: "Clear text" }).click();
  await expect.element(page.getByText("{}", { exact: true })).toBeInTheDocument();
  await expect.element(object).toHaveValue("");
});

test("the input is limited to the length that the service accepts", async () => {
  const page = await render(<Filters />);
  await expect.element(page.getByLabelText("Who")).toHaveAttribute("maxlength", "200");
});
