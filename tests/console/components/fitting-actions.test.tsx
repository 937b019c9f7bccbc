import { afterEach, expect, vi } from "vitest";
import { ServerCommandsPanel } from "../../../console/src/features/agents/server-commands-panel.tsx";
import { ClientsPanel } from "../../../console/src/features/clients/clients-panel.tsx";
import { files } from "../../../shared/files/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const nothing = () => undefined;

verifies("server:console:commands", "a command that doesn't fit the state of its component says why", async () => {
  answering({
    "GET /svc/api/fms-process": {
      services: [
        { service: "fmdapi", state: "running" },
        { service: "odata", state: "stopped" },
      ],
    },
  });
  const page = await shown(<ServerCommandsPanel asked={undefined} onAsk={nothing} onStarted={nothing} />);
  await expect.element(page.getByText("Stopped", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Data API" }).click();
  const start = page.getByRole("menuitem", { name: /^Start… Already running\./ });
  await expect.element(start).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("menuitem", { name: "Stop…" })).not.toHaveAttribute("aria-disabled");
});

verifies("server:console:commands", "a stopped component can only be started", async () => {
  answering({ "GET /svc/api/fms-process": { services: [{ service: "odata", state: "stopped" }] } });
  const page = await shown(<ServerCommandsPanel asked={undefined} onAsk={nothing} onStarted={nothing} />);
  await expect.element(page.getByText("Stopped", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Actions for OData" }).click();
  await expect
    .element(page.getByRole("menuitem", { name: /^Stop… Already stopped\./ }))
    .toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("menuitem", { name: "Start…" })).not.toHaveAttribute("aria-disabled");
});

verifies("files:console:clients", "a client without a screen gets no message", async () => {
  const { output } = files.listClients.example;
  const [client] = output.clients;
  const clients = [
    { ...client, id: "1", userName: "Ada Moreno", kind: "FMPRO" },
    { ...client, id: "2", userName: "web", kind: "FMDAPI" },
  ];
  answering({ "GET /svc/api/clients": { ...output, clients } });
  const page = await shown(<ClientsPanel filter={{}} onFilter={nothing} />);
  await page.getByRole("button", { name: "Actions for web" }).click();
  await expect
    .element(page.getByRole("menuitem", { name: /Data API sessions show no messages\.$/ }))
    .toHaveAttribute("aria-disabled", "true");
});
