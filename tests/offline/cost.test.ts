import { expect, test } from "vitest";
import { costPage } from "../../scripts/aws-cost.ts";

test("docs/reference/aws-cost.md matches the calculation", async () => {
  await expect(costPage()).toMatchFileSnapshot("../../docs/reference/aws-cost.md");
});
