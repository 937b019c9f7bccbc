import { onTestFinished } from "vitest";
import { testService } from "../../support/test-service.ts";
import { countedLines } from "./counted-lines.ts";

/** A service whose figures come from its log alone. Both are put away when the test has ended. */
export async function aServiceOfLines() {
  const lines = await countedLines();
  const service = await testService({ decorate: lines.decorate });
  onTestFinished(async () => {
    await service.stop();
    await lines.close();
  });
  await lines.sweep();
  return { lines, service };
}
