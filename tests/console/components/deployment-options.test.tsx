import { useState } from "react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type ChainedAction, isChainMissing } from "../../../console/src/features/deployments/form/chain/chain.ts";
import { ChainFields } from "../../../console/src/features/deployments/form/chain/chain-fields.tsx";
import { missingIn } from "../../../console/src/features/deployments/form/request-rules.ts";
import {
  BuildOptionFields,
  type BuildOptions,
} from "../../../console/src/features/deployments/form/sources/build-option-fields.tsx";
import { verifies } from "../../support/verifies.ts";

function ChainForm({ onChange }: { readonly onChange: (actions: readonly ChainedAction[]) => void }) {
  const [actions, setActions] = useState<readonly ChainedAction[]>([]);
  const change = (next: ChainedAction[]) => {
    setActions(next);
    onChange(next);
  };
  return <ChainFields actions={actions} isSent onChange={change} />;
}

function BuildForm({ onChange }: { readonly onChange: (options: BuildOptions) => void }) {
  const [options, setOptions] = useState<BuildOptions>({});
  const change = (next: BuildOptions) => {
    setOptions(next);
    onChange(next);
  };
  return <BuildOptionFields options={options} isSent onChange={change} />;
}

verifies("deployments:console:chain", async () => {
  let actions: readonly ChainedAction[] = [];
  const page = await render(
    <ChainForm
      onChange={(next) => {
        actions = next;
      }}
    />,
  );
  const isMissing = () => isChainMissing({ deployments: [], chainedAction: [...actions] });

  // Only by keyboard.
  page.getByRole("button", { name: "Add action" }).element().focus();
  await userEvent.keyboard("{Enter}");
  const first = page.getByRole("group", { name: "Action 1", exact: true });
  await expect.element(first.getByText("Enter a key.")).toBeVisible();
  expect(isMissing()).toBe(true);
  await first.getByLabelText("URL of the other server").fill("https://test.example.com");
  await first.getByLabelText("Admin API key").fill("dk_test");
  await first.getByLabelText("Request body (JSON)").fill('{"label":"Next"');
  await expect.element(first.getByText("Invalid JSON.")).toBeVisible();
  expect(isMissing()).toBe(true);
  await first.getByLabelText("Request body (JSON)").fill('{"label":"Next"}');
  await first.getByRole("switch", { name: /Also run if the deployment fails/ }).click();
  expect(isMissing()).toBe(false);
  expect(actions).toEqual([
    {
      type: "deployment_start",
      url: "https://test.example.com",
      apiKey: "dk_test",
      input: { label: "Next" },
      sendOnFailure: true,
    },
  ]);

  await page.getByRole("button", { name: "Add action" }).click();
  const second = page.getByRole("group", { name: "Action 2", exact: true });
  await second.getByLabelText("Action 2").selectOptions("generic_api");
  await second.getByLabelText("URL", { exact: true }).fill("no address");
  await expect.element(second.getByText(/^Enter a URL/)).toBeVisible();
  await second.getByLabelText("URL", { exact: true }).fill("https://hooks.example.com/done");
  await second.getByLabelText("Method").selectOptions("PUT");
  await second.getByRole("button", { name: "Add header" }).click();
  await second.getByLabelText("Header 1", { exact: true }).fill("X-Token");
  await second.getByLabelText("Value of header 1").fill("secret");
  await second.getByLabelText("Body (JSON)").fill("[1]");
  expect(actions[1]).toEqual({
    ...{ type: "generic_api", url: "https://hooks.example.com/done", method: "PUT" },
    ...{ headers: { "X-Token": "secret" }, body: [1] },
  });
  await second.getByRole("button", { name: "Remove action 2" }).click();
  expect(actions).toHaveLength(1);
});

verifies("deployments:console:build-options", async () => {
  let made: BuildOptions = {};
  const page = await render(
    <BuildForm
      onChange={(next) => {
        made = next;
      }}
    />,
  );
  const isMissing = () => {
    const auth = { type: "apiKey", apiKey: "dk_dev" } as const;
    const source = { type: "servicejit", serverUrl: "https://dev.example.com", auth, buildOptions: made } as const;
    return missingIn({ source, fileOperations: [] }).includes("source");
  };
  await page.getByRole("switch", { name: "Include container data" }).click();
  page.getByText("Build options").element().focus();
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Compression", { exact: true }).selectOptions("6");
  await page.getByLabelText("Memory for compression").selectOptions("8");
  await page.getByRole("switch", { name: "Include file notes" }).click();
  await page.getByRole("switch", { name: "Include MCP servers" }).click();
  await page.getByRole("switch", { name: "Include accounts and keys in the manifest" }).click();
  await page.getByRole("button", { name: "Add text file" }).click();
  await expect.element(page.getByText("Enter a name.")).toBeVisible();
  expect(isMissing()).toBe(true);
  await page.getByLabelText("Text file 1").fill("version.txt");
  await page.getByLabelText("Content").fill("12");
  await page.getByRole("switch", { name: "Run a script on the other server first" }).click();
  expect(isMissing()).toBe(true);
  await page.getByLabelText("File", { exact: true }).fill("Contacts");
  await page.getByLabelText("Script", { exact: true }).fill("Prepare");
  await page.getByRole("switch", { name: "Stop the build if it fails" }).click();
  expect(isMissing()).toBe(false);
  await page.getByRole("button", { name: "Add notification" }).click();
  await page.getByLabelText("URL of notification 1").fill("https://hooks.slack.com/x");
  await page.getByLabelText("Name of notification 1").fill("Team");
  await page.getByRole("switch", { name: "Also notify of success" }).click();
  expect(made).toEqual({
    includeContainerData: true,
    compressionLevel: 6,
    memoryLevel: 8,
    fileConfig: { notes: true, mcpServers: true },
    includeCredentialsInManifest: true,
    textFiles: [{ fileName: "version.txt", content: "12" }],
    preBuildScript: {
      file: { name: "Contacts", user: "", password: "" },
      script: { name: "Prepare" },
      stopBuildOnFail: true,
    },
    notifications: [
      { type: "slack", channelUrl: "https://hooks.slack.com/x", label: "Team", sendSuccessNotifications: false },
    ],
  });
});
