import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import PeoplePanel from "../../../console/src/features/people/people-panel.tsx";
import { sessions } from "../../../shared/sessions/contract.ts";
import { people } from "../../../shared/sessions/people/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const person = people.giveRole.example.output;

verifies("sessions:console:people", async () => {
  const changes = answering({
    "GET /svc/api/people": { people: [person], cursor: null },
    "PUT /svc/api/people/help%20desk": { ...person, name: "help desk", role: "operator" },
    [`DELETE /svc/api/people/${person.name}`]: { ok: true },
  });
  const page = await shown(<PeoplePanel />);
  await expect.element(page.getByRole("list", { name: "People with a role" })).toHaveTextContent("receptionViewer");
  await page.getByRole("button", { name: "Give role" }).click();
  await expect.element(page.getByText("An account name is needed.")).toBeVisible();
  await page.getByLabelText("Account name").fill("help desk");
  await page.getByLabelText("Role", { exact: true }).selectOptions("operator");
  await expect.element(page.getByText(/everything but keys, identity, transfer/)).toBeVisible();
  await page.getByRole("button", { name: "Give role" }).click();
  await expect.element(page.getByLabelText("Account name")).toHaveValue("");
  await page.getByRole("button", { name: `Take the role of ${person.name} away` }).click();
  await page.getByRole("button", { name: "Take the role away", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(changes).toEqual([
    { call: "PUT /svc/api/people/help%20desk", body: { role: "operator" } },
    { call: `DELETE /svc/api/people/${person.name}` },
  ]);
});

verifies("sessions:console:people", "who is no administrator sees the list, and no way to change it", async () => {
  answering({ "GET /svc/api/people": { people: [person], cursor: null } });
  const { caller, session } = sessions.getSession.example.output;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["GET /svc/api/session", {}], { caller: { ...caller, role: "viewer" }, session });
  const page = await shown(<PeoplePanel />, queryClient);
  await expect.element(page.getByText("Only administrators give roles.")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
