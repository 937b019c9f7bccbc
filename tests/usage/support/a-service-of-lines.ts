import { onTestFinished } from "vitest";
import { testService } from "../../support/test-service.ts";
import { countedLines } from "./counted-lines.ts";

/** Starts a service whose figures come only from its log. Both are deleted at the end of the test. */
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
