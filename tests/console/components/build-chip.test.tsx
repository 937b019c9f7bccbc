import { expect } from "vitest";
import { render } from "vitest-browser-react";
import { BuildChip } from "../../../console/src/features/builds/build-chip.tsx";
import { verifies } from "../../support/verifies.ts";

verifies("builds:table:warning", async () => {
  const page = await render(
    <ul>
      <li>
        <BuildChip status="completed" hasErrors />
      </li>
      <li>
        <BuildChip status="completed" hasErrors={false} />
      </li>
      <li>
        <BuildChip status="failed" hasErrors />
      </li>
    </ul>,
  );
  const texts = page.container.querySelectorAll("li");
  expect([...texts].map(({ textContent }) => textContent)).toEqual(["Completed with errors", "Completed", "Failed"]);
});
