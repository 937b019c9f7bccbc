import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useCountdown } from "../../../console/src/features/sessions/use-countdown.ts";
import { ErrorNumber } from "../../../console/src/ui/feedback/error-number.tsx";
import { SettledText } from "../../../console/src/ui/fields/settled-text.tsx";

afterEach(() => void vi.useRealTimers());

test("a number of FileMaker's is explained: meaning, cause, next step", async () => {
  const page = await render(<ErrorNumber number={952} />);
  await page.getByRole("button", { name: "What error 952 means" }).click();
  const card = page.getByRole("dialog");
  await expect.element(card).toMatchTextContent(/FileMaker 952.*Usual cause.*Next step/);
});

test("a number that nobody knows is said to be unknown", async () => {
  const page = await render(<ErrorNumber number={999_999} />);
  await page.getByRole("button", { name: "What error 999999 means" }).click();
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/in neither catalogue/);
});

function Countdown() {
  const { secondsLeft, startCountdown } = useCountdown();
  return (
    <button type="button" onClick={() => startCountdown(30)}>
      {secondsLeft} s
    </button>
  );
}

test("seconds are counted down to nothing, and no further", async () => {
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

test("what is typed is taken once, when the typing pauses or with Enter", async () => {
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
