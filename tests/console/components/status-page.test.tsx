import { expect } from "vitest";
import { statusDocument } from "../../../shared/system/status-page/page.ts";
import { verifies } from "../../support/verifies.ts";

const long = "Sales Region 001 with the name of a customer, of the year and of the people in charge.fmp12";

/** Returns the public page, in a frame of this width. */
async function statusPage(width: number): Promise<Document> {
  const { html } = statusDocument(
    {
      title: "Shop",
      server: "running",
      files: [
        { name: long, state: "open" },
        { name: "a".repeat(90), state: "unknown" },
      ],
      planned: [
        { text: "Move to the new machine", startsAt: "2026-11-28T18:00:00.000Z", endsAt: "2026-11-28T20:00:00.000Z" },
      ],
      incident: null,
      seenAt: "2026-11-28T09:00:00.000Z",
    },
    false,
  );
  const frame = document.createElement("iframe");
  frame.style.width = `${width}px`;
  frame.srcdoc = html;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  if (frame.contentDocument === null) throw new Error("The frame has no document.");
  return frame.contentDocument;
}

for (const width of [1_280, 390])
  verifies(
    "system:status:shows",
    `at a width of ${width}, words stay whole and nothing is wider than the page`,
    async () => {
      const page = await statusPage(width);
      for (const value of page.querySelectorAll("dd"))
        expect([value.textContent, value.getBoundingClientRect().width >= 100]).toEqual([value.textContent, true]);
      expect(page.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    },
  );
