import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { queryClient } from "../../../console/src/api/query.ts";
import { useCountdown } from "../../../console/src/features/sessions/use-countdown.ts";
import { AppearancePanel } from "../../../console/src/features/system/appearance-panel.tsx";
import { RetentionPanel } from "../../../console/src/features/system/retention-panel.tsx";
import { ErrorNumber } from "../../../console/src/ui/feedback/error-number.tsx";
import { SettledText } from "../../../console/src/ui/fields/settled-text.tsx";
import { system } from "../../../shared/system/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  queryClient.clear();
});

test("a FileMaker error number is explained: meaning, cause, next step", async () => {
  const page = await render(<ErrorNumber number={952} />);
  await page.getByRole("button", { name: "Explain error 952" }).click();
  const card = page.getByRole("dialog");
  await expect.element(card).toMatchTextContent(/FileMaker 952.*Usual cause.*Next step/);
});

test("an unknown error number is reported as unknown", async () => {
  const page = await render(<ErrorNumber number={999_999} />);
  await page.getByRole("button", { name: "Explain error 999999" }).click();
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/Unknown error number/);
});

function Countdown() {
  const { secondsLeft, startCountdown } = useCountdown();
  return (
    <button type="button" onClick={() => startCountdown(30)}>
      {secondsLeft} s
    </button>
  );
}

test("seconds count down to zero, and stop there", async () => {
  const page = await render(<Countdown />);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const button = page.getByRole("button");
  (button.element() as HTMLElement).click();
  await expect.poll(() => button.element().textContent).toBe("30 s");
  vi.advanceTimersByTime(12_000);
  await expect.poll(() => button.element().textContent).toBe("18 s");
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => button.element().textContent).toBe("0 s");
});

test("input is applied once, when typing pauses or with Enter", async () => {
  const settled: string[] = [];
  const page = await render(<SettledText label="Search" value="" onSettle={(text) => settled.push(text)} />);
  await page.getByLabelText("Search").fill("err");
  await expect.poll(() => settled).toEqual(["err"]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await page.getByLabelText("Search").fill("error");
  await userEvent.keyboard("{Enter}");
  vi.advanceTimersByTime(1_000);
  expect(settled).toEqual(["err", "error"]);
});

/** Returns settings that are stored immediately, but only read again when the test allows it. */
function slowSettings() {
  const reading = Promise.withResolvers<void>();
  const saved: Readonly<Record<string, unknown>>[] = [];
  let reads = 0;
  vi.spyOn(window, "fetch").mockImplementation(async (_, { method = "GET", body } = {}) => {
    if (method !== "GET") saved.push(JSON.parse(String(body)));
    else {
      reads += 1;
      if (reads > 1) await reading.promise;
    }
    const changed = Object.fromEntries(saved.flatMap((change) => Object.entries(change)));
    const version = 1 + saved.length;
    return Response.json({ messages: [], response: { ...system.getSettings.example.output, ...changed, version } });
  });
  return { saved, readAgain: reading.resolve, reads: () => reads };
}

verifies("system:console:retention", "input typed while the settings are reloaded stays, and is saved", async () => {
  const { saved, readAgain, reads } = slowSettings();
  const page = await shown(<RetentionPanel />, queryClient);
  const days = page.getByRole("spinbutton");
  const save = page.getByRole("button", { name: "Save" });
  await days.fill("14");
  await save.click();
  await expect.poll(reads).toBe(2);
  await days.fill("");
  readAgain();
  await save.click();
  await expect
    .poll(() => saved)
    .toEqual([{ deleteFMSRemovedFilesAfterXDays: 14 }, { deleteFMSRemovedFilesAfterXDays: null }]);
  await expect.element(save).toBeDisabled();
});

verifies("system:console:appearance", "input typed while the settings are reloaded stays, and is saved", async () => {
  const { saved, readAgain, reads } = slowSettings();
  const page = await shown(<AppearancePanel />, queryClient);
  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabelText("Nickname").fill("Acme");
  await save.click();
  await expect.poll(reads).toBe(2);
  await page.getByLabelText("Environment tag").fill("PROD");
  readAgain();
  await save.click();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]).toMatchObject({ serverNickname: "Acme", environmentTag: "PROD", version: 2 });
  await expect.element(save).toBeDisabled();
});
