import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import PeoplePanel from "../../../console/src/features/people/people-panel.tsx";
import { signIns } from "../../../shared/sessions/contract.ts";
import { people } from "../../../shared/sessions/people/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const person = people.giveRole.example.output;

verifies("sessions:console:people", async () => {
  answering({ "GET /svc/api/people": { people: [person], cursor: null } });
  const { caller, session } = signIns.getSession.example.output;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["GET /svc/api/session", {}], { caller: { ...caller, role: "viewer" }, session });
  const page = await shown(<PeoplePanel />, queryClient);
  await expect.element(page.getByText("Only administrators can give roles.")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
