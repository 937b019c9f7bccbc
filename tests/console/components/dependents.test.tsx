import { afterEach, expect, vi } from "vitest";
import {
  DeleteLocationDialog,
  DeleteOffsiteScheduleDialog,
} from "../../../console/src/features/backups/delete-dialogs.tsx";
import LocationSecretDialog from "../../../console/src/features/backups/locations/location-secret-dialog.tsx";
import { DeleteDialog } from "../../../console/src/features/browser/dialogs/delete-dialog.tsx";
import { DeleteBuildDialog } from "../../../console/src/features/builds/delete-build-dialog.tsx";
import DeleteRecipeDialog from "../../../console/src/features/deployments/recipes/delete-recipe-dialog.tsx";
import UndoDialog from "../../../console/src/features/deployments/undo-dialog.tsx";
import ChangeStateDialog from "../../../console/src/features/files/change-state-dialog.tsx";
import DeleteKeysDialog from "../../../console/src/features/keys/dialogs/delete-keys-dialog.tsx";
import { keyKinds } from "../../../console/src/features/keys/key-kinds.ts";
import DisableDialog from "../../../console/src/features/keys/limits/disable-dialog.tsx";
import RotateDialog from "../../../console/src/features/keys/limits/rotate-dialog.tsx";
import { DeleteServerDialog } from "../../../console/src/features/mcp/servers/delete-server-dialog.tsx";
import { DeleteDestinationDialog } from "../../../console/src/features/notifications/delete-destination-dialog.tsx";
import { OperationDialog } from "../../../console/src/features/operations/operation-dialog.tsx";
import { TakeRoleDialog } from "../../../console/src/features/people/take-role-dialog.tsx";
import { DeleteScheduleDialog } from "../../../console/src/features/schedules/delete-schedule-dialog.tsx";
import { DeleteTriggerDialog } from "../../../console/src/features/triggers/delete-trigger-dialog.tsx";
import { DeleteWebhookDialog } from "../../../console/src/features/webhooks/delete-webhook-dialog.tsx";
import { browser } from "../../../shared/browser/contract.ts";
import { files } from "../../../shared/files/contract.ts";
import { keys } from "../../../shared/keys/contract.ts";
import { mcpServers } from "../../../shared/mcp-servers/contract.ts";
import { webhooks } from "../../../shared/webhooks/contract.ts";
import { deletions } from "../../dependents/support/deletions.ts";
import { verifies } from "../../support/verifies.ts";
import { answering, refusing } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const address = "POST /svc/api/dependents";
const trigger = {
  ...{ kind: "trigger", id: "4", name: "Contacts to the shop", of: ["7"], effect: "ends", lastUsedAt: null },
} as const;
const found = { dependents: [trigger], isComplete: true, unread: [], lastUsedAt: null, confirmation: null };
const onClose = () => undefined;
const others = { onClose, onDone: onClose, onStarted: onClose, onDeleted: onClose, onRotated: onClose };

const [file] = files.listDatabases.example.output.databases;
const [row] = keys.listDataApiKeys.example.output["api-keys"];
const [adminRow] = keys.listAdminApiKeys.example.output["api-keys"];
const [webhook] = webhooks.listWebhooks.example.output.webhooks;
const [mcpServer] = mcpServers.listMcpServers.example.output.servers;
const [hostFile] = browser.listHostFiles.example.output.files;

const key = { id: 7, label: "Web shop", key: "dk_7…rlTl", last_used: null };
const location = { id: "wasabi", label: "Wasabi", name: "wasabi" };
const undone = {
  ...{ kind: "part", id: 5, name: "Release" },
  parts: [
    {
      updated_at: "2026-11-20T09:15:02.114Z",
      deployment_payload: {
        fileOperations: [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }],
      },
    },
  ],
};

interface Case {
  /** Operation that the dialog calls; undefined if it isn't a DELETE. */
  readonly deletes?: keyof typeof deletions;
  readonly dialog: React.ReactNode;
  readonly body: object;
}

const ofFile = (action: string) => ({ action, of: [{ kind: "file", id: "Contacts.fmp12" }] });
const one = (kind: string, id: string, action = "delete") => ({ action, of: [{ kind, id }] });
const { data, admin } = keyKinds;

/** Every dialog that closes, deletes, replaces or disables an object. */
const cases: readonly Case[] = [
  { dialog: <ChangeStateDialog action="close" files={[file]} {...others} />, body: ofFile("close") },
  { dialog: <ChangeStateDialog action="pause" files={[file]} {...others} />, body: ofFile("pause") },
  { dialog: <OperationDialog name="rename" file={file} {...others} />, body: ofFile("delete") },
  { dialog: <OperationDialog name="compress" file={file} {...others} />, body: ofFile("close") },
  { dialog: <OperationDialog name="delete" file={file} {...others} />, body: ofFile("delete") },
  {
    deletes: "deleteHostFile",
    dialog: <DeleteDialog files={[{ ...hostFile, name: "Contacts.fmp12", mark: "hosted" }]} {...others} />,
    body: ofFile("delete"),
  },
  { dialog: <UndoDialog undone={undone as never} {...others} />, body: ofFile("replace") },
  {
    deletes: "deleteDataApiKey",
    dialog: <DeleteKeysDialog kind={data} rows={[key]} {...others} />,
    body: one("data-key", "7"),
  },
  {
    deletes: "deleteAdminApiKey",
    dialog: <DeleteKeysDialog kind={admin} rows={[key]} {...others} />,
    body: one("admin-key", "7"),
  },
  { dialog: <DisableDialog kind={data} row={row} {...others} />, body: one("data-key", "1", "disable") },
  { dialog: <DisableDialog kind={admin} row={adminRow} {...others} />, body: one("admin-key", "1", "disable") },
  { dialog: <RotateDialog kind={data} row={row} {...others} />, body: one("data-key", "1", "replace") },
  {
    deletes: "deleteWebhook",
    dialog: <DeleteWebhookDialog webhook={webhook} {...others} />,
    body: one("webhook", String(webhook.id)),
  },
  {
    deletes: "deleteTrigger",
    dialog: <DeleteTriggerDialog trigger={{ id: 9, label: "Orders" }} {...others} />,
    body: one("trigger", "9"),
  },
  {
    deletes: "deleteMcpServer",
    dialog: <DeleteServerDialog server={mcpServer as never} {...others} />,
    body: one("mcp-server", "sales"),
  },
  {
    deletes: "deleteSchedule",
    dialog: <DeleteScheduleDialog schedule={{ id: 3, name: "Nightly" }} {...others} />,
    body: one("schedule", "3"),
  },
  {
    deletes: "deleteRecipe",
    dialog: <DeleteRecipeDialog recipe={{ id: 3, name: "Release" }} {...others} />,
    body: one("recipe", "3"),
  },
  {
    deletes: "deleteNotificationDestination",
    dialog: <DeleteDestinationDialog destination={{ id: 3, label: "Chat" }} {...others} />,
    body: one("destination", "3"),
  },
  {
    deletes: "deleteBuildRow",
    dialog: <DeleteBuildDialog build={{ id: 3, build_id: "release-12" }} {...others} />,
    body: one("build", "release-12"),
  },
  {
    deletes: "deleteOffsiteRemote",
    dialog: <DeleteLocationDialog {...location} {...others} />,
    body: one("offsite-location", "wasabi"),
  },
  {
    dialog: <LocationSecretDialog location={location} {...others} />,
    body: one("offsite-location", "wasabi", "replace"),
  },
  {
    deletes: "deleteOffsiteSchedule",
    dialog: <DeleteOffsiteScheduleDialog name="Daily" {...others} />,
    body: one("offsite-schedule", "Daily"),
  },
  { deletes: "takeRole", dialog: <TakeRoleDialog name="reception" {...others} />, body: one("person", "reception") },
];

const bodyOf = () =>
  vi
    .mocked(window.fetch)
    .mock.calls.filter(([url]) => String(url).endsWith("/svc/api/dependents"))
    .map(([, options]) => JSON.parse(String(options?.body)));

verifies("dependents:console:dialogs", async () => {
  for (const { dialog, body } of cases) {
    answering({ [address]: found });
    const page = await shown(dialog);
    const users = page.getByRole("region", { name: "Used by" });
    await expect.element(users, JSON.stringify(body)).toMatchTextContent(/1 table trigger: Contacts to the shop/);
    expect(bodyOf()).toEqual([body]);
    await page.unmount();
    vi.restoreAllMocks();
  }
});

verifies("dependents:console:dialogs", "every operation that deletes a used object has one of these dialogs", () => {
  const kinds = Object.entries(deletions).filter(([, kind]) => typeof kind === "string");
  // The console deletes builds by their rows; the other operation takes the name.
  const withoutDialog = new Set(["deleteBuild"]);
  expect(cases.flatMap(({ deletes }) => deletes ?? []).sort()).toEqual(
    kinds
      .map(([name]) => name)
      .filter((name) => !withoutDialog.has(name))
      .sort(),
  );
});

verifies("dependents:console:dialogs", "a dependent links to its page, and says what happens to it", async () => {
  answering({ [address]: found });
  const page = await shown(<DisableDialog kind={data} row={row} {...others} />);
  await expect
    .element(page.getByRole("link", { name: "Contacts to the shop" }))
    .toHaveAttribute("href", expect.stringMatching(/webhooks\/triggers\/4$/));
  await expect.element(page.getByText("Stops permanently.")).toBeVisible();
});

verifies("dependents:console:dialogs", "a used object asks for its name, and an unread list too", async () => {
  const webhookDialog = <DeleteWebhookDialog webhook={{ ...webhook, label: "Shop orders" }} {...others} />;
  answering({ [address]: { ...found, dependents: [], confirmation: "recent" } });
  const recent = await shown(webhookDialog);
  await expect.element(recent.getByText("Not in use.")).toBeVisible();
  await expect.element(recent.getByRole("button", { name: /^Delete/ })).toBeDisabled();
  await recent.getByLabelText("Type “Shop orders” to continue").fill("shop orders");
  await expect.element(recent.getByRole("button", { name: /^Delete/ })).toBeEnabled();
  await recent.unmount();
  answering({ [address]: refusing("internal") });
  const failed = await shown(webhookDialog);
  await expect.element(failed.getByText("Couldn't read what uses it.")).toBeVisible();
  await expect.element(failed.getByText("Not in use.")).not.toBeInTheDocument();
  await expect.element(failed.getByRole("button", { name: /^Delete/ })).toBeDisabled();
});

verifies("dependents:console:dialogs", "what couldn't be read is named, and isn't shown as unused", async () => {
  const unread = [{ kind: "client", reason: "FileMaker Server doesn't answer." }];
  answering({ [address]: { ...found, dependents: [], isComplete: false, unread } });
  const page = await shown(<ChangeStateDialog action="close" files={[file]} {...others} />);
  await expect.element(page.getByText("Couldn't read clients: FileMaker Server doesn't answer.")).toBeVisible();
  await expect.element(page.getByText("Not in use.")).not.toBeInTheDocument();
});
