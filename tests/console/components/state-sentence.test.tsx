import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { StateSentence } from "../../../console/src/features/system/state-sentence.tsx";

afterEach(() => void vi.restoreAllMocks());

type PointState = "ok" | "warning" | "failed";

/** The sentence on Home for these states of the server's points, and so many refused keys. */
async function reported(states: readonly PointState[], failingKeys: number) {
  const points = states.map((state) => ({ id: "any", file: null, state, text: "A point.", remedy: null }));
  vi.spyOn(window, "fetch").mockImplementation(async () =>
    Response.json({ messages: [], response: { ok: true, points } }),
  );
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <StateSentence failingKeys={failingKeys} />
    </QueryClientProvider>,
  );
  return expect.element(page.getByRole("status"));
}

test("all is in order", async () => {
  await (await reported(["ok"], 0)).toHaveTextContent("Everything that keys need is in place.");
});

test("what could be better does not keep keys from working", async () => {
  await (await reported(["ok", "warning", "warning"], 0)).toHaveTextContent("Keys work. 2 points could be better.");
});

test("keys that are refused are reported where all else is in order", async () => {
  await (await reported(["ok"], 1)).toHaveTextContent("1 key is refused by FileMaker Server.");
});

test("the sentence does not say that keys work while some are refused", async () => {
  await (await reported(["warning"], 2)).toHaveTextContent(
    "2 keys are refused by FileMaker Server. 1 point could be better.",
  );
});

test("the worst comes first", async () => {
  await (await reported(["failed", "warning"], 1)).toHaveTextContent(
    "Keys may fail: 1 point must be fixed. 1 key is refused by FileMaker Server.",
  );
});
