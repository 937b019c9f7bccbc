import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import AllowedNetworksPanel from "../../../console/src/features/system/allowed-networks-panel.tsx";
import { signIns } from "../../../shared/sessions/contract.ts";
import { allowedNetworks } from "../../../shared/system/networks/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering, refusing } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const kept = allowedNetworks.getAllowedNetworks.example.output;

verifies("access:networks:console", async () => {
  const sent = answering({
    "GET /svc/api/settings/networks": kept,
    "PUT /svc/api/settings/networks": refusing("caller_left_out", `: ${kept.address}`),
  });
  const page = await shown(<AllowedNetworksPanel />);
  await expect.element(page.getByText(`Your address is ${kept.address}.`)).toBeVisible();
  const field = page.getByLabelText("Addresses and networks");
  await expect.element(field).toHaveValue(kept.networks.join("\n"));
  await field.fill(" 203.0.113.0/24 \n\n2001:db8::1\n");
  await page.getByRole("button", { name: "Save networks" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Add your own address: 192\.0\.2\.7/);
  expect(sent).toEqual([
    {
      call: "PUT /svc/api/settings/networks",
      body: { networks: ["203.0.113.0/24", "2001:db8::1"], version: kept.version },
    },
  ]);
});

verifies("access:networks:console", "other roles can read it", async () => {
  answering({ "GET /svc/api/settings/networks": { ...kept, address: "127.0.0.1", isThisMachine: true } });
  const { caller, session } = signIns.getSession.example.output;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["GET /svc/api/session", {}], { caller: { ...caller, role: "operator" }, session });
  const page = await shown(<AllowedNetworksPanel />, queryClient);
  await expect.element(page.getByText(/reverse proxy hides/)).toBeVisible();
  await expect.element(page.getByLabelText("Addresses and networks")).toHaveAttribute("readonly");
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
