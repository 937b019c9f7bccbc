import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { NewKeyDialog } from "../../../console/src/features/keys/dialogs/new-key-dialog.tsx";

let closed = 0;
afterEach(() => {
  closed = 0;
  vi.restoreAllMocks();
});

async function aDialog() {
  const routeTree = createRootRoute({
    component: () => (
      <NewKeyDialog
        value="dk_secret"
        requests={{ curl: "curl with dk_secret" }}
        kinds={["curl"]}
        onClose={() => {
          closed += 1;
        }}
      />
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/?now"] });
  const page = await render(<RouterProvider router={createRouter({ routeTree, history })} />);
  return { page, history };
}

test("a new key focuses its copy button, and closes without a question once it was copied", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { page } = await aDialog();
  await expect.element(page.getByRole("button", { name: "Copy key" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => write.mock.calls).toEqual([["dk_secret"]]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => closed).toBe(1);
});

test("if the browser blocked the copy, closing still asks first", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const { page } = await aDialog();
  await page.getByRole("button", { name: "Copy key" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog", { name: "Close without copying?" })).toBeInTheDocument();
  await page.getByRole("button", { name: "Back to the key" }).click();
  await expect.element(page.getByText("dk_secret", { exact: true })).toBeInTheDocument();
  expect(closed).toBe(0);
});

test("a user who starts to leave and cancels stays, and can leave later", async () => {
  const { page, history } = await aDialog();
  const question = page.getByRole("dialog", { name: "Close without copying?" });
  await expect.element(page.getByRole("button", { name: "Copy key" })).toHaveFocus();
  history.push("/?next");
  await expect.element(question.getByRole("button", { name: "Back to the key" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Done" }).click();
  await question.getByRole("button", { name: "Close anyway" }).click();
  await expect.poll(() => closed).toBe(1);
  expect(history.location.search).toBe("?now");
});
