import { expect, test } from "vitest";
import { readCommand } from "../../bench/command-line.ts";
import { figures } from "../../bench/figures/figures.ts";

test("by default, every figure is measured in full", () => {
  expect(readCommand(["proxy"])).toEqual({
    bench: "proxy",
    mode: "full",
    figures: Object.keys(figures),
    complete: true,
  });
});

test("chosen figures are measured in the bench's own order", () => {
  expect(readCommand(["proxy", "--quick", "--only", "start, throughput"])).toEqual({
    bench: "proxy",
    mode: "quick",
    figures: ["throughput", "start"],
    complete: false,
  });
});

test("another checkout is compared by its folder", () => {
  expect(readCommand(["against", "../before", "--quick"])).toMatchObject({
    bench: "against",
    checkout: "../before",
    mode: "quick",
  });
});

test("builds and deployments are measured in full, or quickly", () => {
  expect(readCommand(["releases"])).toMatchObject({ bench: "releases", mode: "full" });
  expect(readCommand(["releases", "--quick"])).toMatchObject({ bench: "releases", mode: "quick" });
});

test("responses to AI clients are measured in full, or quickly", () => {
  expect(readCommand(["mcp"])).toMatchObject({ bench: "mcp", mode: "full" });
  expect(readCommand(["mcp", "--quick"])).toMatchObject({ bench: "mcp", mode: "quick" });
});

test("parts of the webhooks are measured alone", () => {
  expect(readCommand(["webhooks", "--only", "outgoing"])).toMatchObject({
    bench: "webhooks",
    mode: "full",
    webhookParts: ["outgoing"],
  });
});

test.each([
  [[]],
  [["storage"]],
  [["against"]],
  [["proxy", "page"]],
  [["proxy", "--only", "throughput,speed"]],
  [["proxy", "--fast"]],
  [["proxy", "--only", "outgoing"]],
  [["webhooks", "--only", "throughput"]],
])("%j is rejected with the available options", (words) => {
  expect(readCommand(words)).toEqual({ refused: expect.stringContaining("many-keys") });
});
