import { afterEach, expect, vi } from "vitest";
import GrantsPanel from "../../../console/src/features/grants/grants-panel.tsx";
import { oauth } from "../../../shared/oauth/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const { grants } = oauth.listOAuthGrants.example.output;

verifies("oauth:console:grants", "a refresh token that was used twice is shown with what to do", async () => {
  const reused = { ...grants[0], refreshReusedAt: "2026-11-20T10:02:45.020Z" };
  answering({ "GET /svc/api/oauth/grants": { grants: [reused] } });
  const page = await shown(<GrantsPanel />);
  await expect.element(page.getByText(/^A refresh token was used twice .+: revoke it\.$/)).toBeVisible();
});

verifies("oauth:console:grants", async () => {
  const [grant] = grants;
  const reading = { ...grant, id: "other", clientName: "", clientHost: null, account: "ana", scopes: ["fm:read"] };
  const administering = {
    ...{ ...grant, id: "third", account: "root", clientHost: "example.com", server: "", file: "" },
    ...{ role: "operator", toolGroups: ["server", "files"] },
  };
  const changes = answering({
    "GET /svc/api/oauth/grants": { grants: [grant, reading, administering] },
    [`DELETE /svc/api/oauth/grants/${grant?.id}`]: { ok: true },
  });
  const page = await shown(<GrantsPanel />);
  await expect.element(page.getByText("verified by claude.ai")).toBeVisible();
  await expect.element(page.getByText("bob in Contacts.fmp12, MCP server contacts")).toBeVisible();
  await expect.element(page.getByText("unverified")).toBeVisible();
  await expect.element(page.getByText("Read only, returns to localhost:43117")).toBeVisible();
  await expect.element(page.getByText("root of the Admin Console, administration of this server")).toBeVisible();
  await expect
    .element(page.getByText("As operator at most, tool groups server, files, returns to localhost:43117"))
    .toBeVisible();
  await page.getByRole("button", { name: "Revoke the sign-in of Claude Code for bob" }).click();
  await page.getByRole("button", { name: "Revoke sign-in", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(changes).toEqual([{ call: `DELETE /svc/api/oauth/grants/${grant?.id}` }]);
});
